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
import { useText } from './texts.ts'

/** Somebody on a shift: who and how to reach them, how far they are, and the one next step. */
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
    <li className={isRemoved ? 'assignment removed' : 'assignment'}>
      <span className="sign text-miss" aria-hidden="true">
        {isRemoved && '−'}
      </span>
      <PersonCells person={person}>
        {other_phone && other_phone !== person.phone && (
          <span className="hint">
            {t('other_phone')} <PhoneLink phone={other_phone} />
          </span>
        )}
      </PersonCells>
      {isRemoved ? (
        <>
          <span className="state">
            <b className="text-meta text-miss">{t('removal_pending')}</b>
            <span className="hint">{t(`status.${assignment.status}`)}</span>
          </span>
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
              className="step"
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

/** Somebody who has been picked and is not saved yet. */
export function PendingRow({ person, onUndo }: { person: Person; onUndo: () => void }) {
  const t = useText()
  return (
    <li className="assignment">
      <span className="sign text-primary" aria-hidden="true">
        +
      </span>
      <PersonCells person={person} />
      <span className="state">
        <b className="text-meta text-primary">{t('pending_save')}</b>
      </span>
      <UndoButton name={fullName(person)} onClick={onUndo} />
    </li>
  )
}

function PersonCells({ person, children }: { person: Assignment['person']; children?: ReactNode }) {
  const t = useText()
  return (
    <>
      <div className="name">
        {fullName(person)}
        {person.child_team && <span className="font-normal text-ink-2"> ({person.child_team})</span>}
      </div>
      <div className="phone">
        {person.phone ? (
          <PhoneLink phone={person.phone} />
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
    <Button kind="quiet" id={id} className="undo" aria-label={t('undo_for', { name })} onClick={onClick}>
      <Icon name="undo" small />
      {t('undo')}
    </Button>
  )
}
