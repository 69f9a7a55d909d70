import { Notices } from '../../ui/consequences/notices.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { CancelButton } from '../../ui/overlays/cancel-button.tsx'
import type { StaffingDraft } from './staffing-draft.ts'
import { useText } from './texts.ts'

export function SaveBar({
  draft,
  isBusy,
  tells,
  onTells,
  onSave,
  onCancel,
}: {
  draft: StaffingDraft
  isBusy: boolean
  /** Whether those who are removed are told. */
  tells: boolean
  onTells: (tells: boolean) => void
  onSave: (asks: boolean) => void
  onCancel: () => void
}) {
  const t = useText()
  const adds = draft.add.length
  const counts = [
    adds > 0 && t('changes.add', { added: adds }),
    draft.remove.length > 0 && t('changes.remove', { removed: draft.remove.length }),
  ].filter(Boolean)
  return (
    <section
      className="sticky bottom-0 z-3 flex flex-none flex-wrap items-center gap-x-2 gap-y-1.5 border-t border-line bg-surface px-4 pt-2 pb-safe-2 tablet:pl-6"
      aria-label={t('changes.label')}
    >
      {draft.remove.length > 0 && (
        <div className="basis-full">
          <Notices target={{ assignment_ids: [...draft.remove] }} tells={tells} onTells={onTells} />
        </div>
      )}
      <p className="flex-1 leading-tight max-tablet:basis-full">
        <b>{counts.join(', ')}</b>{' '}
        <span className="text-hint text-ink-3 tablet:block">{t('changes.unsaved')}</span>
      </p>
      <CancelButton busy={isBusy} onClose={onCancel} />
      <Button
        kind={adds > 0 ? 'line' : 'primary'}
        className="max-tablet:flex-1"
        busy={isBusy && t('changes.saving')}
        onClick={() => onSave(false)}
      >
        {t('changes.save')}
      </Button>
      {adds > 0 && (
        <Button className="max-tablet:flex-2" aria-disabled={isBusy} onClick={() => !isBusy && onSave(true)}>
          {t('changes.save_and_ask', { count: adds })}
        </Button>
      )}
    </section>
  )
}
