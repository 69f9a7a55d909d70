import { assignmentStatuses } from '@muster/contract/rules/assignment-status'
import { formatPhone } from '@muster/contract/rules/phone'
import { hasStarted, isOver } from '@muster/contract/rules/shift-phase'
import type { Assignment, Shift } from '@muster/contract/shifts'
import { fullName } from '../../format/names.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { Menu, type MenuEntry } from '../../ui/controls/menu.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { inviteKind } from './invite-kind.ts'
import { canExtend, canReopen, type NextStep } from './next-step.ts'
import { useText } from './texts.ts'
import { useCopyLink } from './use-copy-link.ts'

export type AssignmentActions = {
  onInvite: (assignment: Assignment) => void
  onExtend: (assignment: Assignment) => void
  onMark: (assignment: Assignment, status: Assignment['status']) => void
  onUsePhone: (assignment: Assignment) => void
  onReplaceLink: (assignment: Assignment) => void
  onRemove: (assignment: Assignment) => void
}

export function AssignmentMenu({
  shift,
  assignment,
  step,
  now,
  ...actions
}: AssignmentActions & {
  shift: Shift
  assignment: Assignment
  step: NextStep | undefined
  now: string
}) {
  const t = useText()
  const copyLink = useCopyLink()
  const { person, status, token, other_phone } = assignment
  const isLate = isOver(shift, now)

  const entries: MenuEntry[] = []
  if (token) {
    const isExpired = canReopen(assignment, shift, now)
    entries.push({ label: t('copy_link'), onSelect: () => void copyLink(assignment, isExpired) })
  }
  entries.push({ label: t('new_link.menu'), onSelect: () => actions.onReplaceLink(assignment) })
  if (!isLate && status !== 'ABSENT' && (step === undefined || step === 'extend')) {
    entries.push({
      label: t(`send_${inviteKind(assignment)}`),
      onSelect: () => actions.onInvite(assignment),
    })
  }
  if (step !== 'extend' && canExtend(assignment, shift, now)) {
    entries.push({ label: t('extend'), onSelect: () => actions.onExtend(assignment) })
  }
  if (other_phone && other_phone !== person.phone) {
    entries.push({
      label: t('use_phone', { phone: formatPhone(other_phone) }),
      onSelect: () => actions.onUsePhone(assignment),
    })
  }
  entries.push('rule')
  for (const each of assignmentStatuses) {
    if (each === status || (each === 'ABSENT' && !hasStarted(shift, now))) continue
    entries.push({ label: t(`mark_as.${each}`), onSelect: () => actions.onMark(assignment, each) })
  }
  entries.push('rule', {
    label: t('remove'),
    danger: true,
    onSelect: () => actions.onRemove(assignment),
  })

  return (
    <Menu
      trigger={
        <IconButton
          id={rowActionId(assignment)}
          className="justify-self-end [grid-area:menu]"
          label={t('more_about', { name: fullName(person) })}
        >
          <Icon name="more" />
        </IconButton>
      }
      entries={entries}
    />
  )
}

/** Id of the menu's button, or of the undo button that replaces it. The focus returns to it. */
export function rowActionId({ id }: { id: string }): string {
  return `action-for-${id}`
}
