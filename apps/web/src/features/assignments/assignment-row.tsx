import type { Event } from '@muster/contract/events'
import type { Person } from '@muster/contract/people'
import type { Assignment, Shift } from '@muster/contract/shifts'
import type { ReactNode } from 'react'
import { fullName } from '../../format/names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { PhoneLink } from '../people/contact-links.tsx'
import { type AssignmentActions, AssignmentMenu, rowActionId } from './assignment-menu.tsx'
import { AssignmentState } from './assignment-state.tsx'
import { nextStepOf } from './next-step.ts'
import { assignmentClass, nameClass, phoneClass, StateCell, signClass, stepClass } from './row-cells.tsx'
import { useText } from './texts.ts'

/** One assignment: contact, status and next step. */
export function AssignmentRow({
  event,
  shift,
  assignment,
  isRemoved,
  now,
  ...actions
}: AssignmentActions & {
  onUndoRemove: (assignment: Assignment) => void
  event: Event
  shift: Shift
  assignment: Assignment
  isRemoved: boolean
  now: string
}) {
  const t = useText()
  const { person, other_phone } = assignment
  const step = nextStepOf(assignment, shift, now)
  return (
    <li className={assignmentClass()}>
      <span className={`${signClass} text-miss`} aria-hidden="true">
        {isRemoved && '−'}
      </span>
      <PersonCells person={person} isRemoved={isRemoved}>
        {other_phone && other_phone !== person.phone && (
          <span className="text-hint text-ink-3">
            {t('other_phone')} <PhoneLink phone={other_phone} place="shift" />
          </span>
        )}
      </PersonCells>
      {isRemoved ? (
        <>
          <StateCell>
            <b className="text-meta text-miss">{t('removal_pending')}</b>
            <span className="basis-full text-hint text-ink-3">{t(`status.${assignment.status}`)}</span>
          </StateCell>
          <UndoButton
            id={rowActionId(assignment)}
            name={fullName(person)}
            onClick={() => actions.onUndoRemove(assignment)}
          />
        </>
      ) : (
        <>
          <AssignmentState event={event} assignment={assignment} now={now} />
          {step && (
            <Button
              kind={step === 'send_invite' ? 'line' : 'quiet'}
              className={stepClass({ outlined: step === 'send_invite' })}
              aria-description={fullName(person)}
              onClick={() => (step === 'extend' ? actions.onExtend : actions.onInvite)(assignment)}
            >
              {t(step)}
            </Button>
          )}
          <AssignmentMenu shift={shift} assignment={assignment} step={step} now={now} {...actions} />
        </>
      )}
    </li>
  )
}

/** A picked person, not saved yet. */
export function PendingRow({ person, onUndo }: { person: Person; onUndo: () => void }) {
  const t = useText()
  return (
    <li className={assignmentClass()}>
      <span className={`${signClass} text-primary`} aria-hidden="true">
        +
      </span>
      <PersonCells person={person} />
      <StateCell>
        <b className="text-meta text-primary">{t('pending_save')}</b>
      </StateCell>
      <UndoButton name={fullName(person)} onClick={onUndo} />
    </li>
  )
}

function PersonCells({
  person,
  isRemoved = false,
  children,
}: {
  person: Assignment['person']
  isRemoved?: boolean
  children?: ReactNode
}) {
  const t = useText()
  return (
    <>
      <div className={nameClass({ removed: isRemoved })}>
        {fullName(person)}
        {person.child_team && <span className="font-normal text-ink-2"> ({person.child_team})</span>}
      </div>
      <div className={phoneClass}>
        {person.phone ? (
          <PhoneLink phone={person.phone} place="shift" />
        ) : (
          <span className="text-meta text-ink-3">{t('no_phone')}</span>
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
      className={stepClass()}
      aria-label={t('undo_for', { name })}
      onClick={onClick}
    >
      <Icon name="undo" size="small" />
      {t('undo')}
    </Button>
  )
}
