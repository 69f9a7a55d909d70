import type { Event } from '@muster/contract/events'
import type { Shift } from '@muster/contract/shifts'
import { useState } from 'react'
import { Disclosure } from '../../ui/page/disclosure.tsx'
import type { InviteMethod } from '../assignments/api.ts'
import { InvitationPreview } from '../assignments/send/invitation-preview.tsx'
import { Sum } from '../assignments/send/sum.tsx'
import { useInvitationPreview } from '../assignments/send/use-invitation-preview.ts'
import { useText } from '../assignments/texts.ts'
import type { Candidate } from './api.ts'

/** The button that asks all who are ticked. */
export const askAllId = 'ask-all'

/** What those who are ticked would get. */
export function AskPreview({
  event,
  shift,
  people,
  method,
  answer_by,
  isFirst,
}: {
  event: Event
  shift: Shift
  people: readonly Candidate[]
  method: InviteMethod
  answer_by: string | undefined
  /** The first yes gets the place. */
  isFirst: boolean
}) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const invites = people.map(({ person }) => ({ person_id: person.id, shift_ids: [shift.id], method }))
  const wording = { ...(answer_by !== undefined && { answer_by }), is_first_yes: isFirst }
  const shown = useInvitationPreview(event.id, { invites, ...wording }, isOpen)
  return (
    <div className="flex-none px-5">
      <Disclosure
        summary={t('send.preview')}
        open={isOpen}
        onToggle={(isShown) => {
          setIsOpen(isShown)
          // The card may reach below the window.
          if (isShown) document.getElementById(askAllId)?.scrollIntoView({ block: 'nearest' })
        }}
      >
        <div className="h-52 overflow-auto rounded-card bg-sunken px-4 py-3">
          <InvitationPreview people={people.map(({ person }) => person)} shown={shown} />
        </div>
        <div className="mt-2">
          <Sum messages={invites} preview={shown.isCurrent ? shown.preview : undefined} />
        </div>
      </Disclosure>
    </div>
  )
}
