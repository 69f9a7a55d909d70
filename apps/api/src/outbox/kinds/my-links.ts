import { assignmentStatuses } from '@muster/contract/rules/assignment-status'
import { foldAddress } from '@muster/contract/rules/fold'
import { groupBy } from '@muster/contract/rules/group-by'
import { addNamespace } from '@muster/contract/translate'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '../../db/client.ts'
import { isoInstant } from '../../db/iso-instant.ts'
import { ON_WAITING_LIST } from '../../db/on-waiting-list.ts'
import { type Block, button, heading, htmlOnly, paragraph, withoutGaps } from '../../mail/email.ts'
import { contactInBrackets, contactLinks } from '../../mail/organizer.ts'
import { shiftCard } from '../../mail/shift-card.ts'
import { formatDeadline } from '../../mail/shift-summary.ts'
import { toPersonName, toShownName } from '../../mail/text.ts'
import { html } from '../../pages/html.ts'
import { emailTemplate, type Kind, type Refresh, type Waited } from './kind.ts'
import { namedShift } from './named-shift.ts'

const linkedShift = z.object({
  /** Id of the assignment, or of the place on a waiting list (D44). */
  id: z.string(),
  round: z.int(),
  /** `RELEASED`: DECLINED, because a question about a new time was not answered (V1). */
  status: z.enum([...assignmentStatuses, 'RELEASED', 'WAITING', 'OFFERED']),
  /** Shown because people may share an address. */
  first_name: z.string(),
  /** Deadline of an invitation or offer. Null: no answer is asked for. */
  answer_by: z.string().nullable(),
  shift: namedShift,
})

/** Read when the message is claimed, and not stored. */
const myLinksPayload = z.object({
  organizations: z.array(
    z.object({
      organization_name: z.string(),
      contact_email: z.string().nullable(),
      contact_phone: z.string().nullable(),
      shifts: z.array(linkedShift),
    }),
  ),
  /** Number of shifts above the maximum of one e-mail. */
  left_out: z.int(),
  written_at: z.string().optional(),
})

type LinkedShift = z.infer<typeof linkedShift>
type Payload = z.infer<typeof myLinksPayload>
type Organization = Payload['organizations'][number]
type LinkedRow = LinkedShift &
  Omit<Organization, 'shifts'> & {
    organization_id: string
    address: string
    /** Number of shifts of the address above the maximum. */
    left_out: number
  }

/** Maximum of one e-mail. */
const MOST_SHIFTS = 50

/** D40: lists the present shifts of the address, not those at the time of the request. */
const refresh: Refresh = async (tx, rows, now) => {
  const found = groupBy(await listLinked(tx, rows), ({ address }) => address)
  const linkedOf = ({ address }: Waited) => found.get(foldAddress(address)) ?? []
  return {
    rows: rows.map((row) => ({ ...row, payload: { ...toPayload(linkedOf(row)), written_at: now } })),
    ended: new Map(rows.flatMap((row) => (linkedOf(row).length === 0 ? [[row.id, 'outdated']] : []))),
  }
}

function toPayload(rows: readonly LinkedRow[]): Payload {
  const organizations = [...groupBy(rows, ({ organization_id }) => organization_id).values()].flatMap(
    (shifts) => {
      const [first] = shifts
      if (!first) return []
      const { organization_name, contact_email, contact_phone } = first
      return [{ organization_name, contact_email, contact_phone, shifts }]
    },
  )
  return { organizations, left_out: rows[0]?.left_out ?? 0 }
}

/**
 * Leaves out people who were picked but never asked: they do not know of it (D21). Includes confirmed places on
 * waiting lists (D44). Takes the first ones of each organisation, because anybody can sign the address up for many
 * shifts of their own organisation.
 */
async function listLinked(tx: Tx, asked: readonly Waited[]): Promise<LinkedRow[]> {
  const addresses = [...new Set(asked.map(({ address }) => foldAddress(address)))]
  const { rows } = await tx.execute<LinkedRow>(sql`
    select asked.address, linked.organization_id, linked.organization_name, linked.contact_email, linked.contact_phone,
      linked.id, linked.round, linked.status, linked.first_name,
      greatest(linked.total - ${MOST_SHIFTS}, 0)::int as left_out,
      ${isoInstant(sql`linked.answer_by`)} as answer_by,
      json_build_object(
        'start_dt', ${isoInstant(sql`linked.start_dt`)},
        'end_dt', ${isoInstant(sql`linked.end_dt`)},
        'role_name', r.name, 'event_name', e.name, 'time_zone', e.time_zone, 'location', e.location) as shift
    from unnest(${sql.param(addresses)}::text[]) as asked (address)
    cross join lateral (
      select own.*, p.first_name, s.start_dt, s.end_dt, s.role_id, s.event_id,
        o.id as organization_id, o.name as organization_name, o.contact_email, o.contact_phone,
        count(*) over () as total,
        row_number() over (partition by o.id order by s.start_dt, own.id) as nth_of_organization
      from person p
      cross join lateral (
        select a.id, a.round, a.shift_id,
          case when a.status = 'DECLINED' and a.freed_unanswered then 'RELEASED' else a.status end as status,
          case when a.status = 'INVITED' then a.token_expires_at end as answer_by
        from assignment a
        where a.person_id = p.id
          and (a.status in ('CONFIRMED', 'DECLINED')
            or (a.status = 'INVITED' and a.invite_sent_at is not null and a.token_expires_at > now()))
        union all
        select w.id, w.round, w.shift_id, w.status, w.offer_expires_at
        from waiting w
        where w.person_id = p.id and w.status ${ON_WAITING_LIST}
      ) own
      join shift s on s.id = own.shift_id
      join organization o on o.id = p.organization_id
      -- The key begins with the address and a newline; only these operators use its index.
      where p.identity_key ~>=~ (asked.address || chr(10)) and p.identity_key ~<~ (asked.address || chr(11))
        and p.erased_at is null and o.ended_at is null and s.end_dt > now()
      order by nth_of_organization, s.start_dt, own.id
      limit ${MOST_SHIFTS}
    ) linked
    join role r on r.id = linked.role_id
    join event e on e.id = linked.event_id
    order by linked.start_dt, linked.id
  `)
  return rows
}

/** D40: sends an address the links of its shifts that are not over, on request. */
export const myLinks = {
  email: emailTemplate({
    payload: myLinksPayload,
    assignmentIds: ({ organizations }) =>
      organizations.flatMap(({ shifts }) => shifts.flatMap((each) => (isWaiting(each) ? [] : each.id))),
    write({ organizations, left_out, written_at }, { language, links }) {
      const t = texts[language]
      const count = organizations.reduce((sum, { shifts }) => sum + shifts.length, 0)
      const subject =
        left_out === 0
          ? t('subject', { count })
          : t('subject_some', { shown: count, total: count + left_out })
      const show = (of: LinkedShift) => {
        const name = toPersonName(of.first_name)
        const answer_by =
          of.answer_by && formatDeadline(of.answer_by, { ...of.shift, from: written_at }, language)
        const card = (state: string) => shiftCard(of.shift, language, { lines: [state] })
        if (isWaiting(of)) {
          const link = links.waiting({ waiting_id: of.id, round: of.round })
          const state = answer_by ? t('offered', { name, answer_by }) : t('waiting', { name })
          return withoutGaps(card(state), button(t('open_waiting'), link))
        }
        const link = links.personal({ assignment_id: of.id, round: of.round })
        const state = answer_by ? t('until', { name, answer_by }) : t(outcomeOf(of), { name })
        return withoutGaps(card(state), button(t(answer_by ? 'answer' : 'open'), link))
      }
      return {
        subject,
        preheader: t('hello', { count }),
        blocks: [
          htmlOnly(heading(subject)),
          paragraph(t('hello', { count })),
          left_out > 0 && paragraph(t('more', { count: left_out })),
          ...organizations.flatMap((organizer) => [nameOrganizer(organizer), ...organizer.shifts.map(show)]),
          paragraph(t('keep_links')),
          paragraph(t('why')),
        ],
      }
    },
  }),
  above_limit: 'waits',
  refresh,
} satisfies Kind

const nameOrganizer = (organizer: Organization): Block => {
  const name = toShownName(organizer.organization_name)
  return {
    text: `${name}${contactInBrackets(organizer)}:`,
    html: () =>
      html`${paragraph(name).html()}
<p style="margin:0 0 12px;font-size:14px;line-height:1.5">${contactLinks(organizer)}</p>`,
  }
}

const isWaiting = ({ status }: LinkedShift) => status === 'WAITING' || status === 'OFFERED'

function outcomeOf({ status }: LinkedShift): 'confirmed' | 'released' | 'declined' {
  if (status === 'CONFIRMED') return 'confirmed'
  return status === 'RELEASED' ? 'released' : 'declined'
}

const texts = addNamespace('email_my_links', {
  en: {
    subject_one: 'The link to your shift',
    subject_other: 'The links to your {{count}} shifts',
    subject_some: 'The links to {{shown}} of your {{total}} shifts',
    more_one:
      'One later shift is not in this e-mail. The page of a shift shows the same person’s other shifts of that event.',
    more_other:
      '{{count}} later shifts are not in this e-mail. The page of a shift shows the same person’s other shifts of that event.',
    hello_one: 'You asked for the link to your shift. Here it is:',
    hello_other: 'You asked for the links to your shifts. Here they are:',
    confirmed: '{{name}} has said yes.',
    declined: '{{name}} has said no.',
    released: 'The place of {{name}} was given up: there was no answer about the new time.',
    until: '{{name}} is asked to answer by {{answer_by}}.',
    waiting: '{{name}} is in line for a place.',
    offered: 'A place is held for {{name}} until {{answer_by}}.',
    open_waiting: 'To the waiting list',
    open: 'See the shift',
    answer: 'Answer',
    keep_links: 'The links are yours alone, so please don’t pass this message on.',
    why: 'Somebody typed this address on a page of Muster. If it wasn’t you, you need not do anything.',
  },
  sv: {
    subject_one: 'Länken till ditt pass',
    subject_other: 'Länkarna till dina {{count}} pass',
    subject_some: 'Länkarna till {{shown}} av dina {{total}} pass',
    more_one:
      'Ett senare pass är inte med i det här mejlet. Sidan för ett pass visar samma persons andra pass på det evenemanget.',
    more_other:
      '{{count}} senare pass är inte med i det här mejlet. Sidan för ett pass visar samma persons andra pass på det evenemanget.',
    hello_one: 'Du bad om länken till ditt pass. Här är den:',
    hello_other: 'Du bad om länkarna till dina pass. Här är de:',
    confirmed: '{{name}} har tackat ja.',
    declined: '{{name}} har tackat nej.',
    released: 'Platsen för {{name}} är släppt: vi fick inget svar om den nya tiden.',
    until: '{{name}} ska svara senast {{answer_by}}.',
    waiting: '{{name}} står i kö till en plats.',
    offered: 'En plats hålls åt {{name}} till {{answer_by}}.',
    open_waiting: 'Till väntelistan',
    open: 'Visa passet',
    answer: 'Svara',
    keep_links: 'Länkarna är personliga. Skicka inte det här meddelandet vidare.',
    why: 'Någon har skrivit in den här adressen på en sida hos Muster. Om det inte var du behöver du inte göra något.',
  },
})
