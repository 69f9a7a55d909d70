import { occupiesTime } from '@muster/contract/rules/assignment-status'
import { invitationState } from '@muster/contract/rules/invitation-state'
import type { Shift } from '@muster/contract/shifts'
import type { ReactNode } from 'react'
import '../../../styles/batch.css'
import { useMay } from '../../../api/rights.ts'
import { useNow } from '../../../live/use-now.ts'
import { Icon } from '../../../ui/page/icon.tsx'
import type { BatchKind } from './batch-act.tsx'
import { useText } from './texts.ts'

/** The bar of the selected shifts. `hidden`: how many of them a filter hides. */
export default function BulkBar({
  shifts,
  hidden,
  open,
  onAct,
  onAsk,
  onClear,
}: {
  shifts: readonly Shift[]
  hidden: number
  /** What is open above the bar. */
  open: BatchKind | undefined
  onAct: (kind: BatchKind) => void
  onAsk: () => void
  onClear: () => void
}) {
  const t = useText()
  const now = useNow()
  const maySend = useMay('send')
  const assigned = shifts.flatMap(({ assignment }) => assignment)
  const people = peopleOf(assigned.filter(({ status }) => occupiesTime(status)))
  const unasked = peopleOf(
    assigned.filter((each) => ['not_asked', 'expired'].includes(invitationState(each, now) ?? '')),
  )
  const button = (kind: BatchKind, icon: ReactNode) => (
    <button
      type="button"
      aria-expanded={open === kind}
      aria-haspopup="dialog"
      data-danger={kind === 'delete' || undefined}
      onClick={() => onAct(kind)}
    >
      {icon}
      {t(`bar.${kind}`)}
    </button>
  )
  return (
    <div className="bulk-bar" role="toolbar" aria-label={t('bar.label', { count: shifts.length })}>
      <p aria-live="polite">
        <b>
          {t('bar.selected', { count: shifts.length })}
          {hidden > 0 && <span className="font-normal"> · {t('bar.hidden', { count: hidden })}</span>}
        </b>
        <span>{t('bar.people', { count: people })}</span>
      </p>
      <hr />
      {button('number', <Icon name="people" size="medium" />)}
      {button('move', <Icon name="clock" size="medium" />)}
      {maySend && unasked > 0 && (
        <button type="button" aria-haspopup="dialog" onClick={onAsk}>
          <Icon name="send" size="medium" />
          {t('bar.ask', { count: unasked })}
        </button>
      )}
      {button('copy', <Icon name="copy" size="medium" />)}
      {button('delete', <Trash />)}
      <hr />
      <button type="button" aria-label={t('bar.clear')} title={t('bar.clear')} onClick={onClear}>
        <Icon name="cross" size="medium" />
      </button>
    </div>
  )
}

/** Not among the icons of all pages, which load it too early. */
function Trash() {
  return (
    <svg
      className="size-5"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M10 11v6M14 11v6M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6M3 6h18M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2" />
    </svg>
  )
}

const peopleOf = (assigned: readonly { person_id: string }[]) =>
  new Set(assigned.map(({ person_id }) => person_id)).size
