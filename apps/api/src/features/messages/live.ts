import { topics } from '@muster/contract/live'
import { messages } from '@muster/contract/messages'
import type { Deps } from '../../deps.ts'
import type { Admission } from '../../live/admission.ts'
import { MemberHints } from '../../live/member-hints.ts'
import type { Topic } from '../../live/topics.ts'

export function createPersonTopic(
  { findOrganization }: Pick<Deps, 'findOrganization'>,
  { admission }: { admission: Admission },
): Topic {
  const hints = new MemberHints({
    admission,
    call: messages.listMessages,
    topic: topics.person,
    findOrganization: findOrganization.ofPerson,
  })
  return {
    join: (id, payload, viewer) => hints.join(id, payload, viewer),
    onAnnouncement(announcement) {
      if (announcement.kind === 'resync') hints.hintAll()
      if (announcement.kind !== 'messages') return
      if (announcement.person_ids.length === 0) hints.hintOrganization(announcement.organization_id)
      for (const person_id of announcement.person_ids) hints.hint(person_id)
    },
  }
}
