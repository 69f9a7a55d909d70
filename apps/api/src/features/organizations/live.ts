import type { Admission } from '../../live/admission.ts'
import { OrganizationHints } from '../../live/organization-hints.ts'
import type { Topic } from '../../live/topics.ts'

export function createOrganizationTopic({ admission }: { admission: Admission }): Topic {
  const hints = new OrganizationHints(admission)
  return {
    join: (id, payload, viewer) => hints.join(id, payload, viewer),
    onAnnouncement(announcement) {
      if (announcement.kind === 'shifts') hints.hint(announcement)
      if (announcement.kind === 'resync') hints.restart()
    },
  }
}
