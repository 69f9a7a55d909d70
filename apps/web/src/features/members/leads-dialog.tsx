import { useId, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { LedRoles } from './role-fields.tsx'
import { useText } from './texts.ts'

export function LeadsDialog({
  name,
  note,
  led,
  busy,
  onSave,
  onClose,
}: {
  name: string
  note?: string
  led: readonly string[]
  busy: boolean
  onSave: (role_ids: string[]) => void
  onClose: () => void
}) {
  const t = useText()
  const id = useId()
  const [chosen, setChosen] = useState([...led])
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
          if (!isEmpty) onSave(chosen)
        }}
      >
        <LedRoles
          chosen={chosen}
          error={isSubmitted && isEmpty ? t('leads.required') : undefined}
          onChange={setChosen}
        />
      </form>
    </Dialog>
  )
}
