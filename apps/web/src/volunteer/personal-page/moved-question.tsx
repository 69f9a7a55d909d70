import { useDateFormat } from '../../format/dates.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { useDeadline } from '../../ui/hooks/use-deadline.ts'
import { Icon } from '../../ui/page/icon.tsx'
import type { MovedShift, OpenShift } from './own-shifts.ts'
import { useText } from './texts.ts'
import type { Changes } from './use-changes.ts'

export type MovedActions = {
  onAgree: (shift: MovedShift) => void
  /** Opens the dialog to give the place up, or the one that says whom to contact. */
  onOpen: (shift: OpenShift) => void
}

type MovedQuestionProps = MovedActions & { shift: MovedShift; timeZone: string; changes: Changes }

/** V1 */
export function MovedQuestion({ shift, timeZone, changes, onAgree, onOpen }: MovedQuestionProps) {
  const t = useText()
  const format = useDateFormat(timeZone)
  const said = useDeadline(timeZone)
  const { role, start_dt, end_dt, moved_from, confirm_by } = shift
  const { running, problem } = changes
  const when = (times: { start_dt: string; end_dt: string }) =>
    `${format.day(times.start_dt)}, ${format.timeRange(times.start_dt, times.end_dt)}`
  const about = (
    <span className="sr-only">
      {' '}
      {role.name}, {when({ start_dt, end_dt })}
    </span>
  )
  return (
    <div className="rounded-card border border-wait bg-surface p-4 print:hidden">
      <p className="font-semibold">{t('moved.question')}</p>
      <p className="text-meta text-ink-2">{t('moved.before', { when: when(moved_from) })}</p>
      {confirm_by && <p className="mt-1 font-semibold">{t('moved.until', said(confirm_by))}</p>}
      <div className="mt-3 grid grid-cols-2 gap-3">
        <Button
          size="tall"
          className="px-2!"
          busy={running?.token === shift.token && running.action === 'agree' && t('submitting')}
          aria-disabled={running !== undefined}
          // The second click of a double click may land on what replaced the button.
          onClick={({ detail }) => detail < 2 && onAgree(shift)}
        >
          {t('moved.yes')}
          {about}
        </Button>
        <Button
          size="tall"
          className="px-2!"
          kind="line"
          aria-disabled={running !== undefined}
          onClick={({ detail }) => detail < 2 && onOpen(shift)}
        >
          {t('moved.no')}
          {about}
        </Button>
      </div>
      <FormError text={problem?.token === shift.token ? problem.text : undefined} className="mt-3" />
    </div>
  )
}

/** V1: thanks for the yes, in place of the question. It takes the focus of the pressed button. */
export function MovedAgreed({ token }: { token: string }) {
  const t = useText()
  return (
    <p
      id={agreedId(token)}
      tabIndex={-1}
      className="flex items-center gap-2 font-semibold text-ok print:hidden"
    >
      <Icon name="check" />
      {t('moved.agreed')}
    </p>
  )
}

export function agreedId(token: string): string {
  return `agreed-${token}`
}
