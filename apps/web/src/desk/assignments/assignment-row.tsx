import type { Event } from '@muster/contract/events'
import type { Person } from '@muster/contract/people'
import { isTimeUnconfirmed } from '@muster/contract/rules/agreed-times'
import { isSignedUp } from '@muster/contract/rules/assignment-status'
import { hasStarted } from '@muster/contract/rules/shift-phase'
import type { Assignment, Shift } from '@muster/contract/shifts'
import { cva } from 'class-variance-authority'
import type { ComponentProps, ReactNode } from 'react'
import { useMay } from '../../api/rights.ts'
import { fullName } from '../../format/names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { type StateKind, StateSign } from '../../ui/feedback/state-bar.tsx'
import { PersonLink } from '../../ui/page/person-link.tsx'
import { PhoneLink } from '../people/contact-links.tsx'
import { MailBounced } from '../people/mail-bounced.tsx'
import '../../styles/rows.css'
import { type AssignmentActions, AssignmentMenu, rowActionId } from './assignment-menu.tsx'
import { AssignmentMeta, AssignmentNotes, useStateWord } from './assignment-state.tsx'
import { type AssignmentState, stateOf } from './group-assignments.ts'
import { nextStepOf } from './next-step.ts'
import { useText } from './texts.ts'

const rowClass = cva('assignment-row items-center line-above-1', {
  variants: { tone: { saved: '', added: 'bg-ok-soft/60', removed: '' } },
})

const signs: Partial<Record<AssignmentState, StateKind>> = {
  CONFIRMED: 'confirmed',
  asked: 'asked',
  not_asked: 'not_asked',
  expired: 'expired',
}

export function AssignmentRow({
  event,
  shift,
  assignment,
  heading,
  isRemoved,
  isLit,
  warning,
  now,
  ...actions
}: AssignmentActions & {
  onUndoRemove: (assignment: Assignment) => void
  event: Event
  shift: Shift
  assignment: Assignment
  /** Of the group that begins here. The other rows name their state to screen readers. */
  heading: ReactNode
  isRemoved: boolean
  isLit: boolean
  /** D50 */
  warning: string | undefined
  now: string
}) {
  const t = useText()
  const mayPlan = useMay('plan')
  const mayMark = useMay('mark')
  const { person, other_phone } = assignment
  const stateWord = useStateWord()
  const step = nextStepOf(assignment, shift, now)
  const state = stateOf(assignment, now)
  const isUnconfirmed = state === 'CONFIRMED' && isTimeUnconfirmed(assignment, shift, now)
  const kind = isUnconfirmed ? 'new_time' : signs[state]
  return (
    <li>
      {heading}
      <div className={rowClass({ tone: isRemoved ? 'removed' : 'saved' })}>
        <Sign tone="text-miss">{isRemoved ? '−' : kind && <StateSign kind={kind} className="w-3.5!" />}</Sign>
        <PersonName person={person} isMinor={assignment.is_minor} isRemoved={isRemoved} isLit={isLit} />
        <div className="text-meta leading-tight [grid-area:meta] @person:pr-3 @person:text-right">
          {!heading && <span className="sr-only">{stateWord(assignment, now)}</span>}
          {isRemoved ? (
            <b className="text-miss">{t('removal_pending')}</b>
          ) : (
            <AssignmentMeta event={event} assignment={assignment} now={now} />
          )}
        </div>
        <Phone person={person} />
        {isRemoved ? (
          <UndoButton
            id={rowActionId(assignment)}
            name={fullName(person)}
            onClick={() => actions.onUndoRemove(assignment)}
          />
        ) : (
          <>
            {step && mayPlan && (
              <StepButton
                aria-description={fullName(person)}
                onClick={() => (step === 'extend' ? actions.onExtend : actions.onInvite)(assignment)}
              >
                {t(step)}
              </StepButton>
            )}
            {!mayPlan && mayMark && (
              <AttendanceButton shift={shift} assignment={assignment} now={now} onMark={actions.onMark} />
            )}
            {mayPlan && (
              <AssignmentMenu shift={shift} assignment={assignment} step={step} now={now} {...actions} />
            )}
          </>
        )}
        <div className="[grid-area:notes] not-empty:pb-2">
          {person.email_bounced && <MailBounced person={person} />}
          {warning && <p className="text-hint font-semibold text-wait">{warning}</p>}
          {other_phone && other_phone !== person.phone && (
            <p className="text-hint text-ink-3">
              {t('other_phone')} <PhoneLink phone={other_phone} within="row" />
            </p>
          )}
          <AssignmentNotes event={event} shift={shift} assignment={assignment} now={now} />
        </div>
      </div>
    </li>
  )
}

/** M1: the only change that a leader can make. */
function AttendanceButton({
  shift,
  assignment,
  now,
  onMark,
}: Pick<AssignmentActions, 'onMark'> & { shift: Shift; assignment: Assignment; now: string }) {
  const t = useText()
  if (!isSignedUp(assignment.status) || !hasStarted(shift, now)) return null
  const isAbsent = assignment.status === 'ABSENT'
  return (
    <StepButton
      aria-description={fullName(assignment.person)}
      onClick={() => onMark(assignment, isAbsent ? 'CONFIRMED' : 'ABSENT')}
    >
      {t(isAbsent ? 'mark_present' : 'mark_as.ABSENT')}
    </StepButton>
  )
}

export function PendingRow({
  person,
  heading,
  onUndo,
}: {
  person: Person
  heading: ReactNode
  onUndo: () => void
}) {
  const t = useText()
  return (
    <li>
      {heading}
      <div className={rowClass({ tone: 'added' })}>
        <Sign tone="text-ok">+</Sign>
        <PersonName person={person} />
        <span className="text-meta text-ok [grid-area:meta] @person:pr-3 @person:text-right">
          {t('pending_save')}
        </span>
        <Phone person={person} />
        <UndoButton name={fullName(person)} onClick={onUndo} />
      </div>
    </li>
  )
}

function Sign({ tone, children }: { tone: 'text-miss' | 'text-ok'; children: ReactNode }) {
  return (
    <span className={`text-lead/none font-bold [grid-area:sign] ${tone}`} aria-hidden="true">
      {children}
    </span>
  )
}

const nameClass = cva('min-w-0 truncate pr-2.5 text-compact leading-snug [grid-area:name]', {
  variants: { isRemoved: { true: 'text-ink-3 line-through', false: 'font-semibold' } },
})

function PersonName({
  person,
  isMinor = false,
  isRemoved = false,
  isLit = false,
}: {
  person: Assignment['person']
  /** D54 */
  isMinor?: boolean | undefined
  isRemoved?: boolean
  isLit?: boolean
}) {
  const t = useText()
  return (
    <div className={nameClass({ isRemoved })} title={nameWithTeam(person)}>
      <PersonLink person_id={person.id}>
        {isLit ? <Lit>{fullName(person)}</Lit> : fullName(person)}
      </PersonLink>
      {person.child_team && (
        <span className="text-meta font-normal whitespace-nowrap text-ink-3"> ({person.child_team})</span>
      )}
      {isMinor && <span className="text-meta font-normal whitespace-nowrap text-ink-2"> · {t('minor')}</span>}
    </div>
  )
}

const nameWithTeam = (person: Assignment['person']) =>
  person.child_team ? `${fullName(person)} (${person.child_team})` : fullName(person)

function Phone({ person }: { person: Assignment['person'] }) {
  const t = useText()
  return (
    <div className="-my-2.5 text-meta leading-tight whitespace-nowrap text-ink-2 tabular-nums [grid-area:phone]">
      {person.phone ? (
        <PhoneLink phone={person.phone} within="row" />
      ) : (
        // A missing field is hidden from this role; null means no number.
        person.phone === null && <span className="text-hint text-ink-3">{t('no_phone')}</span>
      )}
    </div>
  )
}

function Lit({ children }: { children: string }) {
  return (
    <mark className="-ml-1.5 rounded-small bg-ok-soft px-1.5 py-px text-ok forced-colors:underline">
      {children}
    </mark>
  )
}

function UndoButton({ id, name, onClick }: { id?: string; name: string; onClick: () => void }) {
  const t = useText()
  return (
    <StepButton id={id} aria-label={t('undo_for', { name })} onClick={onClick}>
      {t('undo')}
    </StepButton>
  )
}

function StepButton(button: ComponentProps<typeof Button>) {
  const size = 'px-2! text-compact whitespace-nowrap pointer-fine:min-h-9!'
  return <Button {...button} kind="quiet" className={`justify-self-end [grid-area:step] ${size}`} />
}
