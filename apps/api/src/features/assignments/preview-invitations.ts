import { answerDeadline, capDeadline } from '@muster/contract/rules/invite-expiry'
import { countSms } from '@muster/contract/rules/segments'
import type { InvitationPreview } from '@muster/contract/send-invitations'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../edge/refusal.ts'
import { type CalendarEntry, listShiftEntries } from '../../mail/calendar-entry.ts'
import { createLinks } from '../../mail/links.ts'
import { invitationContent } from '../../outbox/enqueue.ts'
import { mapYielding } from '../../outbox/map-yielding.ts'
import { getLanguageOfOrganization } from '../../outbox/recipients.ts'
import { writeEmail, writeSms } from '../../outbox/render.ts'
import { hasEvent, listPeople } from './queries.ts'
import { type InviteMethod, loadReach } from './reach.ts'
import type { Wording } from './send-invitations.ts'

type Invite = { person_id: string; shift_ids: readonly string[]; method: InviteMethod }

type Previewed = Wording & {
  event_id: string
  invites: readonly Invite[]
  as_person_id: string
  is_first_yes?: boolean | undefined
}

/** Stores nothing. Throws 404 `event_not_found`, `shift_not_found`, `person_not_found`. */
export function previewInvitations(
  { db, keys, config, now: clock }: Deps,
  org: OrgId,
  { event_id, invites, as_person_id, is_first_yes = false, answer_by, own_line, ...wording }: Previewed,
): Promise<InvitationPreview> {
  return db.transaction(org, async (tx) => {
    if (!(await hasEvent(tx, event_id))) throw notFound('event_not_found')
    const now = clock()
    const invited = await readInvited(tx, { event_id, invites, now })
    const reachOf = await loadReach(
      tx,
      invited.map(({ person }) => person),
      config,
    )
    const of_organization = await getLanguageOfOrganization(tx)
    const links = createLinks(keys, config)
    const written = await mapYielding(invited, ({ person, method, entries }) => {
      const reach = reachOf(person, method)
      const language = wording.language ?? person.language ?? of_organization
      const about = entries.map((entry) => ({
        // Of no assignment: a personal link could answer for the person.
        assignment_id: newId(),
        round: 1,
        is_confirmed: false,
        is_first_yes,
        answer_by: deadlineOf(entry, { answer_by, now }),
        entry,
      }))
      const row = { id: newId(), language, ...invitationContent(about, { ...person, own_line }) }
      const channels = typeof reach === 'object' ? reach.channels : []
      const sms = channels.includes('SMS') ? sizeSms(writeSms(row, links)) : null
      return { person_id: person.id, language, row, reach, has_email: channels.includes('EMAIL'), sms }
    })
    const sample = written.find(({ person_id }) => person_id === as_person_id)
    if (!sample) throw notFound('person_not_found')
    return {
      language: sample.language,
      email: sample.has_email ? textsOf(writeEmail(sample.row, links)) : null,
      sms: sample.sms,
      emails: written.filter(({ has_email }) => has_email).length,
      texts: written.filter(({ sms }) => sms).length,
      sms_segments: written.reduce((sum, { sms }) => sum + (sms?.segments ?? 0), 0),
      unreachable: written.flatMap(({ person_id, reach }) =>
        typeof reach === 'string' ? [{ person_id, code: reach }] : [],
      ),
    }
  })
}

async function readInvited(
  tx: OrgTx,
  { event_id, invites, now }: { event_id: string; invites: readonly Invite[]; now: string },
) {
  const shift_ids = invites.flatMap((invite) => invite.shift_ids)
  const entries = await listShiftEntries(tx, { event_id, shift_ids }, now)
  const people = await listPeople(
    tx,
    invites.map(({ person_id }) => person_id),
  )
  const by_id = new Map(people.map((person) => [person.id, person]))
  return invites.map(({ person_id, shift_ids: named, method }) => {
    const person = by_id.get(person_id)
    if (!person) throw notFound('person_not_found')
    const own = [...new Set(named)].map((id) => {
      const entry = entries.get(id)
      if (!entry) throw notFound('shift_not_found')
      return entry
    })
    return { person, method, entries: own.toSorted((a, b) => (a.start_dt < b.start_dt ? -1 : 1)) }
  })
}

function deadlineOf(
  entry: CalendarEntry,
  { answer_by, now }: { answer_by: string | undefined; now: string },
): string {
  const deadline =
    answer_by === undefined
      ? answerDeadline(now, entry)
      : capDeadline({ uncapped_expires_at: answer_by, expiry_set_at: now }, entry)
  return deadline.token_expires_at
}

const textsOf = ({ subject, text }: ReturnType<typeof writeEmail>) => ({ subject, text })

function sizeSms(text: string) {
  const { characters, segments } = countSms(text)
  return { text, characters, segments }
}
