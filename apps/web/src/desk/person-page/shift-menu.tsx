import type { Event } from '@muster/contract/events'
import { hasStarted } from '@muster/contract/rules/shift-phase'
import type { Assignment, Shift } from '@muster/contract/shifts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { refreshOrganization } from '../../api/organization-key.ts'
import { useMay } from '../../api/rights.ts'
import { paths } from '../../paths.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { Menu, type MenuEntry } from '../../ui/controls/menu.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { rowActionId } from '../assignments/assignment-menu.tsx'
import { ExtensionDialog } from '../assignments/extension-dialog.tsx'
import { InviteDialog } from '../assignments/invite-dialog.tsx'
import { inviteKind } from '../assignments/invite-kind.ts'
import { canExtend } from '../assignments/next-step.ts'
import { useText as useAssignmentText } from '../assignments/texts.ts'
import { useShiftName } from '../shifts/shift-words.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { TakeOffDialog } from './take-off-dialog.tsx'
import { useText } from './texts.ts'

const DIALOGS = { invite: InviteDialog, extend: ExtensionDialog, move: MoveDialog, off: TakeOffDialog }

/** What can be done with a person's coming shift. */
export function ShiftMenu({
  event,
  shift,
  assignment,
  now,
}: {
  event: Event
  shift: Shift
  assignment: Assignment
  now: string
}) {
  const t = useText()
  const tOfAssignment = useAssignmentText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const focusNext = useFocusNext()
  const mayPlan = useMay('plan')
  const maySend = useMay('send')
  const nameOf = useShiftName(event)
  const [doing, setDoing] = useState<keyof typeof DIALOGS>()
  const Doing = doing && DIALOGS[doing]
  const isOn = assignment.status === 'CONFIRMED' || assignment.status === 'INVITED'

  const entries: MenuEntry[] = []
  if (isOn && mayPlan && !hasStarted(shift, now))
    entries.push({ label: t('move'), onSelect: () => setDoing('move') })
  if (maySend && assignment.status !== 'ABSENT')
    entries.push({
      label: tOfAssignment(`send_${inviteKind(assignment)}`),
      onSelect: () => setDoing('invite'),
    })
  if (mayPlan && canExtend(assignment, shift, now))
    entries.push({ label: t('extend'), onSelect: () => setDoing('extend') })
  entries.push({
    label: t('show_shift'),
    onSelect: () => void navigate(paths.shiftsOf(event.id, shift.id)),
  })
  if (mayPlan) entries.push('rule', { label: t('take_off'), danger: true, onSelect: () => setDoing('off') })

  return (
    <span className="[grid-area:menu]">
      <Menu
        trigger={
          <IconButton id={rowActionId(assignment)} label={t('menu', { shift: nameOf(shift) })}>
            <Icon name="more" />
          </IconButton>
        }
        entries={entries}
      />
      {Doing && (
        <Doing
          event={event}
          shift={shift}
          assignment={assignment}
          onClose={() => {
            setDoing(undefined)
            focusNext(rowActionId(assignment))
            void refreshOrganization(client)
          }}
        />
      )}
    </span>
  )
}
