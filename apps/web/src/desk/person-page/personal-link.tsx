import type { Event } from '@muster/contract/events'
import type { PersonPage } from '@muster/contract/people'
import { isOver } from '@muster/contract/rules/shift-phase'
import type { Assignment, Shift } from '@muster/contract/shifts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refreshOrganization } from '../../api/organization-key.ts'
import { useNow } from '../../live/use-now.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { RenewIcon } from '../../ui/page/people-icons.tsx'
import { NewLinkDialog } from '../assignments/new-link-dialog.tsx'
import { canReopen } from '../assignments/next-step.ts'
import { useText as useAssignmentText } from '../assignments/texts.ts'
import { useCopyLink } from '../assignments/use-copy-link.ts'

type Linked = { event: Event; shift: Shift; assignment: Assignment }

/** One of each event with a shift that is not over: each of its links opens the same page (D39). */
export function useLinked({ shifts }: PersonPage, events: readonly Event[]): Linked[] {
  const now = useNow()
  const linked = new Map<string, Linked>()
  for (const shift of shifts) {
    const event = events.find(({ id }) => id === shift.role.event.id)
    const [assignment] = shift.assignment
    if (event && assignment && !isOver(shift, now) && !linked.has(event.id))
      linked.set(event.id, { event, shift, assignment })
  }
  return [...linked.values()]
}

export function LinkActs({ event, shift, assignment }: Linked) {
  const t = useAssignmentText()
  const now = useNow()
  const client = useQueryClient()
  const copyLink = useCopyLink()
  const focusNext = useFocusNext()
  const [isRenewing, setIsRenewing] = useState(false)
  const renewId = `renew-${assignment.id}`
  return (
    <>
      {assignment.token && (
        <IconButton
          label={t('copy_link')}
          className="text-primary"
          onClick={() => void copyLink(assignment, canReopen(assignment, shift, now))}
        >
          <Icon name="copy" />
        </IconButton>
      )}
      <IconButton
        id={renewId}
        label={t('new_link.menu')}
        className="text-primary"
        onClick={() => setIsRenewing(true)}
      >
        <RenewIcon />
      </IconButton>
      {isRenewing && (
        <NewLinkDialog
          {...{ event, shift, assignment }}
          onClose={() => {
            setIsRenewing(false)
            focusNext(renewId)
            void refreshOrganization(client)
          }}
        />
      )}
    </>
  )
}
