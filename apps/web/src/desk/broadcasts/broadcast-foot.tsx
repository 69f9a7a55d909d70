import type { BroadcastPreview, BroadcastProgress } from '@muster/contract/broadcasts'
import { type MouseEvent, type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { isUnanswered } from '../../api/api-error.ts'
import { useWords } from '../../i18n/words.ts'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { SecondsRing } from '../../ui/feedback/seconds-ring.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { FootBar } from './foot-bar.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { useText } from './texts.ts'
import type { DraftProblem } from './use-broadcast-draft.ts'
import { UNDO_SHOWN_S } from './use-undo.ts'

export const SEND_ID = 'send-broadcast'

/** D4 */
export const MOST_SEGMENTS = 10
/** D67: above either, the foot asks first. */
const MOST_PEOPLE_UNASKED = 200
const MOST_PARTS_UNASKED = 500

export const asksFirst = ({ people_count, sms_segments }: BroadcastPreview): boolean =>
  people_count > MOST_PEOPLE_UNASKED || sms_segments > MOST_PARTS_UNASKED

/** What the foot's one button does. The button stays the same element, so that it keeps the focus. */
type FootProps = {
  status: ReactNode
  label: ReactNode
  isLine?: boolean
  disabled?: boolean
  busy?: false | string
  onPress: (press: MouseEvent) => void
  children?: ReactNode
}

export function BroadcastFoot({
  status,
  label,
  isLine = false,
  disabled,
  busy = false,
  onPress,
  children,
}: FootProps) {
  return (
    <FootBar status={status}>
      {children}
      <Button
        id={SEND_ID}
        kind={isLine ? 'line' : 'primary'}
        className="max-tablet:px-3! tablet:min-w-49"
        disabled={disabled}
        busy={busy}
        onClick={onPress}
      >
        {label}
      </Button>
    </FootBar>
  )
}

type CountProps = {
  problem: DraftProblem | undefined
  preview: BroadcastPreview | undefined
  hasFailed: boolean
  isUndone: boolean
}

export function Count({ problem, preview, hasFailed, isUndone }: CountProps) {
  const t = useText()
  const text = problem ? t(`errors.${problem}`) : hasFailed ? t('preview.failed') : undefined
  return (
    <>
      <output className="block font-semibold text-ok">{isUndone && t('undo.done')}</output>
      {text ? <p className="text-ink-2">{text}</p> : preview && <Counted preview={preview} />}
    </>
  )
}

function Counted({ preview }: { preview: BroadcastPreview }) {
  const t = useText()
  const { sendable_count, people_count, most_segments, sms_segments } = preview
  if (most_segments > MOST_SEGMENTS) return <p className="text-miss">{t('too_long')}</p>
  if (sendable_count === 0) return <p className="text-ink-2">{t('recipients.nobody')}</p>
  return (
    <p className="leading-snug tabular-nums">
      <b className="text-compact">
        {t('to', {
          messages: t('messages', { count: sendable_count }),
          people: t('people', { count: people_count }),
        })}
      </b>{' '}
      {sms_segments > 0 && (
        <span className="inline-block text-meta text-ink-2">{t('sms_parts', { count: sms_segments })}</span>
      )}
    </p>
  )
}

/** D16: Retry uses the same key, so that nothing is sent twice. */
export function Refused({ error }: { error: Error }) {
  const t = useText()
  const text = isUnanswered(error) ? t('errors.connection') : error.message || t('errors.general')
  return (
    <>
      <p role="alert" className="flex gap-2 text-miss">
        <Icon name="alert" className="mt-0.5" />
        <span>{text}</span>
      </p>
      <ProgressBar label={t('progress.label')} value={1} total={1} kind="error" />
    </>
  )
}

export function Starting() {
  const t = useText()
  return (
    <output className="block">
      <b>{t('progress.starting')}</b>
    </output>
  )
}

/** Nothing has left: how much goes out, and when. */
export function Waiting({ progress, seconds }: { progress: BroadcastProgress; seconds: number }) {
  const t = useText()
  const { sendable, people_count } = progress
  const to = t('to', {
    messages: t('messages', { count: sendable }),
    people: t('people', { count: people_count }),
  })
  return (
    <>
      <output className="block">
        <b>{t('undo.nothing_yet')}</b>
      </output>
      {/* Not in the output, which would be read out every second. */}
      <span className="block text-meta text-ink-2 tabular-nums">
        {t('undo.in', { to, count: seconds })} <span className="sr-only">{t('undo.leave')}</span>
      </span>
    </>
  )
}

export function UndoLabel({ seconds }: { seconds: number }) {
  const t = useText()
  return (
    <>
      <SecondsRing seconds={seconds} share={seconds / UNDO_SHOWN_S} />
      {t('undo.undo')}
    </>
  )
}

/** Escape and Ctrl Z undo, outside of dialogs and menus. */
export function useUndoKeys(isOn: boolean, onUndo: () => void): void {
  useEffect(() => {
    if (!isOn) return undefined
    const listen = (event: KeyboardEvent) => {
      const isUndo = event.key === 'Escape' || (event.key === 'z' && (event.ctrlKey || event.metaKey))
      if (!isUndo || event.defaultPrevented || document.querySelector('dialog[open], [role=menu]')) return
      event.preventDefault()
      onUndo()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isOn, onUndo])
}

export function Cancel() {
  const words = useWords()
  return (
    <Link to={paths.events} className={buttonClass({ kind: 'quiet', className: 'max-tablet:hidden' })}>
      {words('cancel')}
    </Link>
  )
}
