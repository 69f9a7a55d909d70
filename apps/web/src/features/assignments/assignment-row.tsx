import type { Event } from '@muster/contract/events'
import type { Person } from '@muster/contract/people'
import { isSignedUp } from '@muster/contract/rules/assignment-status'
import { hasStarted } from '@muster/contract/rules/shift-phase'
import type { Assignment, Shift } from '@muster/contract/shifts'
import type { ReactNode } from 'react'
import { useMay } from '../../api/rights.ts'
import { fullName } from '../../format/names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { PhoneLink } from '../people/contact-links.tsx'
import '../../styles/assignment-row.css'
import { type AssignmentActions, AssignmentMenu, rowActionId } from './assignment-menu.tsx'
import { AssignmentState, useStateWord } from './assignment-state.tsx'
import { nextStepOf } from './next-step.ts'
import { useText } from './texts.ts'

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
    <li className="assignment-row">
      <span className="assignment-sign text-miss" aria-hidden="true">
        {isRemoved && '−'}
      </span>
      <PersonCells person={person} isRemoved={isRemoved} isLit={isLit}>
        {other_phone && other_phone !== person.phone && (
          <span className="text-hint text-ink-3">
            {t('other_phone')} <PhoneLink phone={other_phone} className="assignment-phone-link" />
          </span>
        )}
      </PersonCells>
      {isRemoved ? (
        <>
          <div className="assignment-state">
            <b className="text-meta text-miss">{t('removal_pending')}</b>
            <span className="basis-full text-hint text-ink-3">{stateWord(assignment, now)}</span>
          </div>
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
            <Button
              kind={step === 'send_invite' ? 'line' : 'quiet'}
              className="assignment-step"
              data-outlined={step === 'send_invite' || undefined}
              aria-description={fullName(person)}
              onClick={() => (step === 'extend' ? actions.onExtend : actions.onInvite)(assignment)}
            >
              {t(step)}
            </Button>
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

/** M1: all that a leader changes. */
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
    <Button
      kind="quiet"
      className="assignment-step"
      aria-description={fullName(assignment.person)}
      onClick={() => onMark(assignment, isAbsent ? 'CONFIRMED' : 'ABSENT')}
    >
      {t(isAbsent ? 'mark_present' : 'mark_as.ABSENT')}
    </Button>
  )
}

export function PendingRow({ person, onUndo }: { person: Person; onUndo: () => void }) {
  const t = useText()
  return (
    <li className="assignment-row">
      <span className="assignment-sign text-primary" aria-hidden="true">
        +
      </span>
      <PersonCells person={person} />
      <div className="assignment-state">
        <b className="text-meta text-primary">{t('pending_save')}</b>
      </div>
      <UndoButton name={fullName(person)} onClick={onUndo} />
    </li>
  )
}

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
      <div className="assignment-name" data-removed={isRemoved || undefined}>
        {isLit ? <mark className="assignment-new">{fullName(person)}</mark> : fullName(person)}
        {person.child_team && <span className="font-normal text-ink-2"> ({person.child_team})</span>}
      </div>
      <div className="assignment-phone">
        {person.phone ? (
          <PhoneLink phone={person.phone} className="assignment-phone-link" />
        ) : (
          // Left out: hidden from this role.
          person.phone === null && <span className="text-meta text-ink-3">{t('no_phone')}</span>
        )}
        {children}
      </div>
    </>
  )
}

function UndoButton({ id, name, onClick }: { id?: string; name: string; onClick: () => void }) {
  const t = useText()
  return (
    <Button
      kind="quiet"
      id={id}
      className="assignment-step"
      aria-label={t('undo_for', { name })}
      onClick={onClick}
    >
      <Icon name="undo" size="small" />
      {t('undo')}
    </Button>
  )
}
