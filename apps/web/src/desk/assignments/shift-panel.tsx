import type { Event } from '@muster/contract/events'
import { isOver } from '@muster/contract/rules/shift-phase'
import type { Assignment, Shift } from '@muster/contract/shifts'
import { useId, useState } from 'react'
import { newestOf } from '../../api/newest-of.ts'
import { useMay } from '../../api/rights.ts'
import { fullName } from '../../format/names.ts'
import { useLanguage } from '../../i18n/language.ts'
import { useNow } from '../../live/use-now.ts'
import { announce } from '../../ui/feedback/live-region.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { WaitingList } from '../waiting-list/waiting-list.tsx'
import { rowActionId } from './assignment-menu.tsx'
import { AssignmentRow, PendingRow } from './assignment-row.tsx'
import { ExtensionDialog } from './extension-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { NewLinkDialog } from './new-link-dialog.tsx'
import { PersonPicker } from './person-picker.tsx'
import { SaveBar } from './save-bar.tsx'
import { sortAssignments } from './sort-assignments.ts'
import {
  isPending,
  pendingOf,
  type StaffingDraft,
  withAdded,
  withoutAdded,
  withoutRemoved,
  withoutSent,
  withRemoved,
} from './staffing-draft.ts'
import { TakeOffDialog } from './take-off-dialog.tsx'
import { useText } from './texts.ts'
import { useChangeStatus } from './use-change-status.ts'
import { UsePhoneDialog } from './use-phone-dialog.tsx'
import { useSaveStaffing } from './use-save-staffing.ts'

const DIALOGS = {
  invite: InviteDialog,
  extend: ExtensionDialog,
  phone: UsePhoneDialog,
  link: NewLinkDialog,
}

export default function ShiftPanel({
  event,
  shift,
  lit,
  draft: written,
  onDraft,
}: {
  event: Event
  shift: Shift
  lit: ReadonlySet<string>
  draft: StaffingDraft | undefined
  onDraft: (draft: StaffingDraft | undefined) => void
}) {
  const t = useText()
  const language = useLanguage()
  const mayPlan = useMay('plan')
  const now = useNow()
  const headingId = useId()
  const pickerId = useId()
  const focusNext = useFocusNext()
  const [dialog, setDialog] = useState<{ doing: keyof typeof DIALOGS; assignment: Assignment }>()
  const Doing = dialog && DIALOGS[dialog.doing]
  const [leaving, setLeaving] = useState<{ assignment: Assignment; to: 'DECLINED' | 'INVITED' }>()
  const draft = pendingOf(written, shift)
  const changeStatus = useChangeStatus(event)
  const finish = () => {
    onDraft(undefined)
    focusNext(headingId)
  }
  const save = useSaveStaffing({
    event,
    shift,
    onSaved: (sent) => {
      const rest = withoutSent(draft, sent)
      if (isPending(rest)) onDraft(rest)
      else finish()
    },
  })
  const closeDialog = () => {
    setDialog(undefined)
    if (dialog) focusNext(rowActionId(dialog.assignment))
  }
  const actions = {
    onInvite: (assignment: Assignment) => setDialog({ doing: 'invite', assignment }),
    onExtend: (assignment: Assignment) => setDialog({ doing: 'extend', assignment }),
    onMark: (assignment: Assignment, to: Assignment['status']) => {
      const isTakenOff = assignment.status === 'CONFIRMED' && (to === 'DECLINED' || to === 'INVITED')
      if (isTakenOff && !isOver(shift, now)) setLeaving({ assignment, to })
      else changeStatus(assignment, to)
    },
    onUsePhone: (assignment: Assignment) => setDialog({ doing: 'phone', assignment }),
    onReplaceLink: (assignment: Assignment) => setDialog({ doing: 'link', assignment }),
    onRemove: (assignment: Assignment) => {
      onDraft(withRemoved(draft, assignment.id))
      announce(t('to_remove', { name: fullName(assignment.person) }))
      focusNext(rowActionId(assignment))
    },
    onUndoRemove: (assignment: Assignment) => {
      onDraft(withoutRemoved(draft, assignment.id))
      announce(t('undone', { name: fullName(assignment.person) }))
      focusNext(rowActionId(assignment))
    },
  }

  return (
    <>
      <div className="grid gap-x-6 gap-y-4 wide:grid-cols-[minmax(0,1fr)_minmax(0,328px)] wide:items-start">
        <div>
          <section aria-labelledby={headingId}>
            <h4
              id={headingId}
              className="mb-2 flex min-h-8 items-center text-meta/body font-semibold"
              tabIndex={-1}
            >
              {t('people')}
            </h4>
            {shift.assignment.length + draft.add.length === 0 ? (
              <p className="py-2 text-ink-2">{t('nobody')}</p>
            ) : (
              <ul className="@container rounded-control bg-surface py-1" aria-labelledby={headingId}>
                {sortAssignments(shift.assignment, language).map((assignment) => (
                  <AssignmentRow
                    key={assignment.id}
                    event={event}
                    shift={shift}
                    assignment={assignment}
                    isRemoved={draft.remove.includes(assignment.id)}
                    isLit={lit.has(assignment.id)}
                    now={now}
                    {...actions}
                  />
                ))}
                {draft.add.map((person) => (
                  <PendingRow
                    key={person.id}
                    person={person}
                    onUndo={() => {
                      onDraft(withoutAdded(draft, person.id))
                      announce(t('undone', { name: fullName(person) }))
                      focusNext(pickerId)
                    }}
                  />
                ))}
              </ul>
            )}
          </section>
          {shift.waiting > 0 && <WaitingList event={event} shift={shift} />}
        </div>
        {mayPlan && (
          <div>
            <PersonPicker
              id={pickerId}
              event={event}
              shift={shift}
              draft={draft}
              onPick={(person) => {
                onDraft(withAdded(draft, person))
                announce(t('picked', { name: fullName(person) }))
              }}
            />
          </div>
        )}
      </div>
      {isPending(draft) && (
        <SaveBar
          draft={draft}
          isBusy={save.isPending}
          onSave={(notify) => save.mutate({ draft, notify })}
          onCancel={finish}
        />
      )}
      {leaving && (
        <TakeOffDialog
          event={event}
          to={leaving.to}
          assignment={newestOf(shift.assignment, leaving.assignment)}
          onClose={() => {
            setLeaving(undefined)
            focusNext(rowActionId(leaving.assignment))
          }}
        />
      )}
      {Doing && (
        <Doing
          event={event}
          shift={shift}
          assignment={newestOf(shift.assignment, dialog.assignment)}
          onClose={closeDialog}
        />
      )}
    </>
  )
}
