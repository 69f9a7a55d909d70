import { broadcasts } from '@muster/contract/broadcasts'
import { topics } from '@muster/contract/live'
import type { Deps } from '../../deps.ts'
import type { Admission } from '../../live/admission.ts'
import { MemberHints } from '../../live/member-hints.ts'
import type { Topic } from '../../live/topics.ts'

export function createBroadcastTopic(
  { findOrganization }: Pick<Deps, 'findOrganization'>,
  { admission }: { admission: Admission },
): Topic {
  const hints = new MemberHints({
    admission,
    call: broadcasts.getBroadcast,
    topic: topics.broadcast,
    findOrganization: findOrganization.ofBroadcast,
  })
  return {
    join: (id, payload, viewer) => hints.join(id, payload, viewer),
    onAnnouncement(announcement) {
      if (announcement.kind === 'broadcast') hints.hint(announcement.broadcast_id)
      if (announcement.kind === 'resync') hints.hintAll()
    },
  }
}
