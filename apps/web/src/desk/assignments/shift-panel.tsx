import type { Event } from '@muster/contract/events'
import { isOver } from '@muster/contract/rules/shift-phase'
import type { Assignment, Shift } from '@muster/contract/shifts'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useId, useState } from 'react'
import { newestOf } from '../../api/newest-of.ts'
import { useMay } from '../../api/rights.ts'
import { fullName } from '../../format/names.ts'
import { useLanguage } from '../../i18n/language.ts'
import { useNow } from '../../live/use-now.ts'
import { Button } from '../../ui/controls/button.tsx'
import { announce } from '../../ui/feedback/live-region.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { isSingleKey } from '../../ui/keys/single-keys.ts'
import { lazyPart } from '../../ui/page/lazy-part.tsx'
import { RequestsOfShift } from '../requests/requests-of-shift.tsx'
import { WaitingList } from '../waiting-list/waiting-list.tsx'
import { rowActionId } from './assignment-menu.tsx'
import { AssignmentRow, PendingRow } from './assignment-row.tsx'
import { ExtensionDialog } from './extension-dialog.tsx'
import { type AssignmentState, groupAssignments } from './group-assignments.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { NewLinkDialog } from './new-link-dialog.tsx'
import { PersonPicker } from './person-picker.tsx'
import { RaiseDialog } from './raise-dialog.tsx'
import { SaveBar } from './save-bar.tsx'
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
import { useShortRest } from './use-short-rest.ts'

const SendInvitations = lazyPart(() => import('./send/send-invitations.tsx'))

const DIALOGS = {
  invite: InviteDialog,
  extend: ExtensionDialog,
  phone: UsePhoneDialog,
  link: NewLinkDialog,
  raise: RaiseDialog,
}

/** How many are listed of a long group, before all are asked for. */
const FOLDED: Partial<Record<AssignmentState, number>> = { CONFIRMED: 8, DECLINED: 3 }

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
  const shortRestOf = useShortRest(event, shift)
  const [dialog, setDialog] = useState<{ doing: keyof typeof DIALOGS; assignment: Assignment }>()
  const Doing = dialog && DIALOGS[dialog.doing]
  const [leaving, setLeaving] = useState<{ assignment: Assignment; to: 'DECLINED' | 'INVITED' }>()
  /** People who were saved to be asked. */
  const [asking, setAsking] = useState<readonly string[]>()
  const [tells, setTells] = useState(true)
  const [unfolded, setUnfolded] = useState<readonly AssignmentState[]>([])
  const draft = pendingOf(written, shift)
  const changeStatus = useChangeStatus(event, (assignment) => setDialog({ doing: 'raise', assignment }))
  const finish = () => {
    setTells(true)
    onDraft(undefined)
    focusNext(headingId)
  }
  const save = useSaveStaffing({
    event,
    shift,
    onSaved: (sent, asks) => {
      const rest = withoutSent(draft, sent)
      if (isPending(rest)) onDraft(rest)
      else finish()
      if (asks) setAsking(sent.add.map(({ id }) => id))
    },
  })
  const closeDialog = () => {
    setDialog(undefined)
    if (dialog) focusNext(rowActionId(dialog.assignment))
  }
  const add = (person: StaffingDraft['add'][number], isBusy?: boolean) => {
    onDraft(withAdded(draft, person, isBusy))
    announce(t('picked', { name: fullName(person) }))
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
  usePanelKeys({
    onSearch: mayPlan ? () => focusNext(pickerId) : undefined,
    onSave:
      isPending(draft) && !save.isPending ? (asks) => save.mutate({ draft, notify: tells, asks }) : undefined,
    mayAsk: draft.add.length > 0,
  })

  return (
    <>
      {mayPlan && (
        <div className="mx-5 mt-3 mb-1 flex-none tablet:mx-6">
          <PersonPicker id={pickerId} event={event} shift={shift} draft={draft} onPick={add} />
        </div>
      )}
      <div className="@container min-h-0 flex-1 overflow-auto px-4 pb-4 max-sheet:overflow-visible tablet:px-5">
        {mayPlan && <RequestsOfShift event={event} shift={shift} lastId={headingId} />}
        <h4 id={headingId} className="sr-only" tabIndex={-1}>
          {t('people')}
        </h4>
        {shift.assignment.length + draft.add.length === 0 ? (
          <p className="px-1 py-3 text-ink-2">{t('nobody')}</p>
        ) : (
          <ul aria-labelledby={headingId}>
            {draft.add.map((person, index) => (
              <PendingRow
                key={person.id}
                person={person}
                heading={
                  index === 0 && <GroupHeading count={draft.add.length}>{t('groups.unsaved')}</GroupHeading>
                }
                onUndo={() => {
                  onDraft(withoutAdded(draft, person.id))
                  announce(t('undone', { name: fullName(person) }))
                  focusNext(pickerId)
                }}
              />
            ))}
            {groupAssignments(shift.assignment, { language, now }).flatMap(({ state, assignments }) => {
              const most = unfolded.includes(state) ? undefined : FOLDED[state]
              const shown = most && assignments.length > most ? assignments.slice(0, most) : assignments
              return [
                ...shown.map((assignment, index) => (
                  <AssignmentRow
                    key={assignment.id}
                    event={event}
                    shift={shift}
                    assignment={assignment}
                    heading={
                      index === 0 && (
                        <GroupHeading count={assignments.length}>{t(`groups.${state}`)}</GroupHeading>
                      )
                    }
                    isRemoved={draft.remove.includes(assignment.id)}
                    isLit={lit.has(assignment.id)}
                    warning={mayPlan ? shortRestOf(assignment) : undefined}
                    now={now}
                    {...actions}
                  />
                )),
                shown.length < assignments.length && (
                  <li key={state} className="line-above-1">
                    <Button
                      kind="quiet"
                      className="ml-4 text-compact"
                      aria-description={t(`groups.${state}`)}
                      onClick={() => setUnfolded([...unfolded, state])}
                    >
                      {t('groups.show_all', { count: assignments.length })}
                    </Button>
                  </li>
                ),
              ]
            })}
          </ul>
        )}
        {shift.waiting > 0 && <WaitingList event={event} shift={shift} />}
      </div>
      {isPending(draft) && (
        <SaveBar
          draft={draft}
          isBusy={save.isPending}
          tells={tells}
          onTells={setTells}
          onSave={(asks) => save.mutate({ draft, notify: tells, asks })}
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
      {asking && (
        <Suspense fallback={null}>
          <SendInvitations
            event={event}
            shifts={[shift]}
            kind="not_asked"
            person_ids={asking}
            onClose={() => {
              setAsking(undefined)
              focusNext(headingId)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

function GroupHeading({ count, children }: { count: number; children: ReactNode }) {
  return (
    <h5 className="flex h-8.5 items-end gap-2 px-1 pb-1 text-meta font-semibold">
      {children} <small className="text-meta font-normal text-ink-3 tabular-nums">{count}</small>
    </h5>
  )
}

/** `a` searches, Ctrl S saves, Ctrl Enter saves and asks. */
function usePanelKeys({
  onSearch,
  onSave,
  mayAsk,
}: {
  onSearch: (() => void) | undefined
  onSave: ((asks: boolean) => void) | undefined
  mayAsk: boolean
}): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || document.querySelector('dialog[open], [role=menu]')) return
    const withControl = event.ctrlKey || event.metaKey
    if (withControl && onSave && (event.key === 's' || event.key === 'Enter')) {
      event.preventDefault()
      onSave(event.key === 'Enter' && mayAsk)
    } else if (event.key === 'a' && onSearch && isSingleKey(event)) {
      event.preventDefault()
      onSearch()
    }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
