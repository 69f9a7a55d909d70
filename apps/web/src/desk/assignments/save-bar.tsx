import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { TellPeople } from '../../ui/controls/tell-people.tsx'
import { CancelButton } from '../../ui/overlays/cancel-button.tsx'
import { stickyBarClass } from '../../ui/page/sticky-bar.ts'
import type { StaffingDraft } from './staffing-draft.ts'
import { useText } from './texts.ts'

export function SaveBar({
  draft,
  isBusy,
  onSave,
  onCancel,
}: {
  draft: StaffingDraft
  isBusy: boolean
  onSave: (notify: boolean) => void
  onCancel: () => void
}) {
  const t = useText()
  const [tell, setTell] = useState(true)
  const counts = [
    draft.add.length > 0 && t('changes.add', { added: draft.add.length }),
    draft.remove.length > 0 && t('changes.remove', { removed: draft.remove.length }),
  ].filter(Boolean)
  return (
    <section
      className={stickyBarClass({
        className: 'mt-3 justify-end gap-x-5 gap-y-1 max-tablet:*:basis-full',
      })}
      aria-label={t('changes.label')}
    >
      <p className="grow">
        <b>{counts.join(', ')}</b> <span className="text-ink-3">· {t('changes.unsaved')}</span>
      </p>
      {draft.remove.length > 0 && (
        <TellPeople target={{ assignment_ids: [...draft.remove] }} checked={tell} onChange={setTell} />
      )}
      <div className="flex flex-wrap-reverse gap-2 max-tablet:*:flex-auto">
        <CancelButton busy={isBusy} onClose={onCancel} />
        <Button busy={isBusy && t('changes.saving')} onClick={() => onSave(tell)}>
          {t('changes.save')}
        </Button>
      </div>
    </section>
  )
}
