import { useId, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { ReplaceLinksTick } from '../assignments/links/replace-links-tick.tsx'
import { LedRoles } from './role-fields.tsx'
import { useText } from './texts.ts'

export function LeadsDialog({
  name,
  note,
  led,
  offersLinks,
  busy,
  onSave,
  onClose,
}: {
  name: string
  note?: string
  led: readonly string[]
  /** D63: the member loses the right to read personal links. */
  offersLinks: boolean
  busy: boolean
  onSave: (role_ids: string[], replaces_links: boolean) => void
  onClose: () => void
}) {
  const t = useText()
  const id = useId()
  const [chosen, setChosen] = useState([...led])
  const [replacesLinks, setReplacesLinks] = useState(false)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const isEmpty = chosen.length === 0
  return (
    <Dialog
      title={t('leads.dialog', { name })}
      busy={busy}
      onClose={onClose}
      footer={
        <Button type="submit" form={id} busy={busy && t('leads.busy')}>
          {t('leads.save')}
        </Button>
      }
    >
      {note && <p className="mb-3">{note}</p>}
      <form
        id={id}
        onSubmit={(submit) => {
          submit.preventDefault()
          setIsSubmitted(true)
          if (!isEmpty) onSave(chosen, replacesLinks)
        }}
      >
        <LedRoles
          chosen={chosen}
          error={isSubmitted && isEmpty ? t('leads.required') : undefined}
          onChange={setChosen}
        />
        {offersLinks && <ReplaceLinksTick checked={replacesLinks} onChange={setReplacesLinks} />}
      </form>
    </Dialog>
  )
}
