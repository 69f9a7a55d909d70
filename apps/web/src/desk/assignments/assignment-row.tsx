import type { Event } from '@muster/contract/events'
import type { Person } from '@muster/contract/people'
import { isSignedUp } from '@muster/contract/rules/assignment-status'
import { hasStarted } from '@muster/contract/rules/shift-phase'
import type { Assignment, Shift } from '@muster/contract/shifts'
import { cva } from 'class-variance-authority'
import type { ComponentProps, ReactNode } from 'react'
import { useMay } from '../../api/rights.ts'
import { fullName } from '../../format/names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { PhoneLink } from '../people/contact-links.tsx'
import '../../styles/rows.css'
import { type AssignmentActions, AssignmentMenu, rowActionId } from './assignment-menu.tsx'
import { AssignmentState, StateCell, useStateWord } from './assignment-state.tsx'
import { nextStepOf } from './next-step.ts'
import { useText } from './texts.ts'

const rowClass =
  'assignment-row items-center pt-1.5 pr-1 pb-2.5 pl-4 not-first:line-above-4 @row:min-h-16 @row:py-2 @row:pl-3'

export function AssignmentRow({
  event,
  shift,
  assignment,
  isRemoved,
  isLit,
  now,
  ...actions
}: AssignmentActions & {
  onUndoRemove: (assignment: Assignment) => void
  event: Event
  shift: Shift
  assignment: Assignment
  isRemoved: boolean
  isLit: boolean
  now: string
}) {
  const t = useText()
  const mayPlan = useMay('plan')
  const mayMark = useMay('mark')
  const { person, other_phone } = assignment
  const stateWord = useStateWord()
  const step = nextStepOf(assignment, shift, now)
  return (
    <li className={rowClass}>
      <Sign tone="text-miss">{isRemoved && '−'}</Sign>
      <PersonCells person={person} isRemoved={isRemoved} isLit={isLit}>
        {other_phone && other_phone !== person.phone && (
          <span className="text-hint text-ink-3">
            {t('other_phone')} <PhoneLink phone={other_phone} within="row" />
          </span>
        )}
      </PersonCells>
      {isRemoved ? (
        <>
          <StateCell>
            <b className="text-meta text-miss">{t('removal_pending')}</b>
            <span className="basis-full text-hint text-ink-3">{stateWord(assignment, now)}</span>
          </StateCell>
          <UndoButton
            id={rowActionId(assignment)}
            name={fullName(person)}
            onClick={() => actions.onUndoRemove(assignment)}
          />
        </>
      ) : (
        <>
          <AssignmentState event={event} shift={shift} assignment={assignment} now={now} />
          {step && mayPlan && (
            <StepButton
              kind={step === 'send_invite' ? 'line' : 'quiet'}
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
      kind="quiet"
      aria-description={fullName(assignment.person)}
      onClick={() => onMark(assignment, isAbsent ? 'CONFIRMED' : 'ABSENT')}
    >
      {t(isAbsent ? 'mark_present' : 'mark_as.ABSENT')}
    </StepButton>
  )
}

export function PendingRow({ person, onUndo }: { person: Person; onUndo: () => void }) {
  const t = useText()
  return (
    <li className={rowClass}>
      <Sign tone="text-primary">+</Sign>
      <PersonCells person={person} />
      <StateCell>
        <b className="text-meta text-primary">{t('pending_save')}</b>
      </StateCell>
      <UndoButton name={fullName(person)} onClick={onUndo} />
    </li>
  )
}

function Sign({ tone, children }: { tone: 'text-miss' | 'text-primary'; children: ReactNode }) {
  const place = '[grid-area:sign] pr-2.5 @max-row:empty:hidden @row:pr-0'
  return (
    <span className={`${place} text-lead/none font-bold ${tone}`} aria-hidden="true">
      {children}
    </span>
  )
}

const nameClass = cva(
  'pt-2.75 pr-3 pb-1.75 leading-tight wrap-anywhere [grid-area:name] @row:self-end @row:py-0',
  { variants: { isRemoved: { true: 'text-ink-3 line-through', false: 'font-semibold' } } },
)

function PersonCells({
  person,
  isRemoved = false,
  isLit = false,
  children,
}: {
  person: Assignment['person']
  isRemoved?: boolean
  isLit?: boolean
  children?: ReactNode
}) {
  const t = useText()
  return (
    <>
      <div className={nameClass({ isRemoved })}>
        {isLit ? <Lit>{fullName(person)}</Lit> : fullName(person)}
        {person.child_team && <span className="font-normal text-ink-2"> ({person.child_team})</span>}
      </div>
      <div className="[grid-area:phone] @row:self-start @row:leading-normal">
        {person.phone ? (
          <PhoneLink phone={person.phone} within="row" />
        ) : (
          // A missing field is hidden from this role; null means no number.
          person.phone === null && <span className="text-meta text-ink-3">{t('no_phone')}</span>
        )}
        {children}
      </div>
    </>
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
    <StepButton kind="quiet" id={id} aria-label={t('undo_for', { name })} onClick={onClick}>
      <Icon name="undo" size="small" />
      {t('undo')}
    </StepButton>
  )
}

/** Aligns the text of a frameless button with the row's text. A framed one keeps its distance from the row's end. */
function StepButton({ kind, ...rest }: ComponentProps<typeof Button>) {
  const size = 'px-3! text-compact @row:pointer-fine:min-h-10!'
  const end = kind === 'line' ? '@max-row:mr-3' : ''
  return <Button {...rest} kind={kind} className={`justify-self-end [grid-area:step] ${size} ${end}`} />
}
