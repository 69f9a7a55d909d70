import { groupBy } from '@muster/contract/rules/group-by'
import { addNamespace } from '@muster/contract/translate'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '../../db/client.ts'
import { calendarAttachment } from '../../mail/calendar.ts'
import { calendarEntry } from '../../mail/calendar-entry.ts'
import { button, type EmailDraft, heading, linkLine, paragraph, paragraphs } from '../../mail/email.ts'
import { shiftCard } from '../../mail/shift-card.ts'
import { describeShift } from '../../mail/shift-summary.ts'
import { toGreetingName, toPersonName } from '../../mail/text.ts'
import type { FailureCode } from '../failure-text.ts'
import { updatePayloads } from '../update-payloads.ts'
import { itemOfShift } from './digest-item.ts'
import { emailTemplate, type Kind, type Refresh, type WriteContext } from './kind.ts'

const shift = z.object({ assignment_id: z.string(), round: z.int(), entry: calendarEntry })

export const confirmationPayload = shift.extend({
  first_name: z.string(),
  notes: z.string().nullish(),
  /** Other shifts of the event that were taken with it (D42), by start. */
  more: z.array(shift).nullish(),
  /** Assignments of the people who were signed up with them, ordered by person and start (D54). */
  others: z
    .array(
      z.object({
        assignment_id: z.string(),
        round: z.int(),
        first_name: z.string(),
        last_name: z.string(),
      }),
    )
    .nullish(),
})

const linkAgainPayload = confirmationPayload.extend({
  /** Day in UTC. A unique index on `message` allows one such message a day for each assignment (D13). */
  day: z.string(),
})

export type ConfirmationPayload = z.infer<typeof confirmationPayload>

export const shiftsOf = ({
  more,
  others: _others,
  ...first
}: ConfirmationPayload): [z.infer<typeof shift>, ...z.infer<typeof shift>[]] => [first, ...(more ?? [])]

/** Names of the kinds that say that the person is signed up. */
export const SAY_SIGNED_UP = ['confirmation', 'link_again']

/** Removes shifts that the person gave up, and shifts that a newer confirmation contains. */
const refresh: Refresh = async (tx, rows) => {
  const listed = await listStale(
    tx,
    rows.map(({ id }) => id),
  )
  const stale = groupBy(listed, ({ message_id }) => message_id)
  const ended = new Map<string, FailureCode>()
  const updated = new Map<string, object>()
  for (const row of rows) {
    const of_message = stale.get(row.id)
    const read = of_message && confirmationPayload.safeParse(row.payload)
    if (!read?.success) continue
    const dropped = new Set(of_message?.map(({ assignment_id }) => assignment_id))
    const [first, ...more] = shiftsOf(read.data).filter(({ assignment_id }) => !dropped.has(assignment_id))
    const others = read.data.others?.filter(({ assignment_id }) => !dropped.has(assignment_id))
    if (first) updated.set(row.id, { ...read.data, ...first, more, ...(others && { others }) })
    else ended.set(row.id, of_message?.some(({ is_signed_up }) => is_signed_up) ? 'superseded' : 'off_shift')
  }
  return { rows: await updatePayloads(tx, rows, updated), ended }
}

/** SQL for a query with `message m`. Selects the ids of the assignments that the message confirms. */
export const assignmentsOfMail = sql`
  select m.payload->>'assignment_id' as assignment_id
  union all
  select more->>'assignment_id'
  from jsonb_array_elements(case jsonb_typeof(m.payload->'more') when 'array' then m.payload->'more' end) as more
  union all
  select others->>'assignment_id'
  from jsonb_array_elements(case jsonb_typeof(m.payload->'others') when 'array' then m.payload->'others' end) as others`

type Stale = { message_id: string; assignment_id: string; is_signed_up: boolean }

/** Most claims have no stale mail. One sort finds the newest mail of each assignment: a digest may name thousands. */
async function listStale(tx: Tx, ids: readonly string[]): Promise<Stale[]> {
  const mails = sql`select person_id, created_at from message where id = any(${sql.param(ids)}::uuid[])`
  const { rows } = await tx.execute<Stale>(sql`
    with named as materialized (
      select m.organization_id, m.id as message_id, m.template, assignment_id,
        first_value(m.id) over (
          partition by m.organization_id, m.template, assignment_id order by m.created_at desc, m.id desc
        ) as newest_id
      from message m
      cross join lateral (${assignmentsOfMail}) of_mail
      where m.person_id = any(array(select person_id from (${mails}) mail))
        and m.created_at >= (select min(created_at) from (${mails}) mail)
        and m.template = any(${sql.param(SAY_SIGNED_UP)}::text[]) and m.status <> 'FAILED'
    )
    select message_id, assignment_id, a.id is not null as is_signed_up
    from named
    left join assignment a on a.id = assignment_id::uuid
      and a.status in ('CONFIRMED', 'ABSENT')
    where message_id = any(${sql.param(ids)}::uuid[])
      and (a.id is null or template = 'confirmation' and newest_id <> message_id)
  `)
  return rows
}

export const confirmation = {
  email: emailTemplate({
    payload: confirmationPayload,
    assignmentIds: (payload) => shiftsOf(payload).map(({ assignment_id }) => assignment_id),
    digest: {
      by_stranger: 'place',
      items: (payload, context) => {
        const what = texts[context.language]('confirmation.title')
        return shiftsOf(payload).map((each) => itemOfShift(what, each, context))
      },
    },
    write: (payload, context) => write('confirmation', payload, context),
  }),
  refresh,
  is_sent_despite_unsubscribe: true,
  ends_with_shifts: true,
} satisfies Kind

export const linkAgain = {
  email: emailTemplate({
    payload: linkAgainPayload,
    assignmentIds: ({ assignment_id }) => [assignment_id],
    digest: {
      by_stranger: 'place',
      items: (payload, context) => {
        const what = texts[context.language]('link_again.in_digest')
        return shiftsOf(payload).map((each) => itemOfShift(what, each, context))
      },
    },
    write: (payload, context) => write('link_again', payload, context),
  }),
  refresh,
  is_sent_despite_unsubscribe: true,
  ends_with_shifts: true,
} satisfies Kind

function write(
  kind: 'confirmation' | 'link_again',
  payload: ConfirmationPayload,
  { message_id, language, links }: WriteContext,
): EmailDraft {
  const t = texts[language]
  const { entry, notes } = payload
  const shifts = shiftsOf(payload)
  const count = shifts.length
  const { short, event, day, time } = describeShift(entry, language)
  const personal_link = links.personal(payload)
  // The label promises no cancellation: the cut-off (D39) may have passed when the e-mail is read.
  const cancel = { label: t('cancel'), href: personal_link }
  const places = count + (payload.others?.length ?? 0)
  const not_me = { label: t('not_me', { count: places }), href: links.notMe(message_id) }
  const others = otherPeople(payload)
  const name = toGreetingName(payload.first_name)
  const names = [name || t('you'), ...others.map((other) => toPersonName(other.name))]
  const title =
    others.length > 0
      ? t('title_of_several', { names: new Intl.ListFormat(language).format(names) })
      : name
        ? t(`${kind}.title_with_name`, { name })
        : t(`${kind}.title`)
  const subject = `${t(`${kind}.subject`)}: ${count === 1 ? short : t('shifts_of', { count, event })}`

  return {
    subject,
    preheader: `${event}, ${day}, ${time}. ${t('attached', { count })}`,
    blocks: [
      heading(title),
      kind === 'link_again' && paragraph(t('link_again.why')),
      ...shifts.map(({ entry: of }) => shiftCard(of, language, { notes: [of.note, of.role_description] })),
      notes && paragraphs(notes),
      button(t('open', { count }), personal_link),
      ...others.map(({ name: of, link }) =>
        linkLine(`${toPersonName(of)}:`, { label: t('open_page'), href: links.personal(link) }),
      ),
      paragraph(t('attached', { count })),
      linkLine(t('cannot'), cancel),
      paragraph(t('keep_link')),
      linkLine(t('not_you'), not_me),
    ],
    organizer: entry,
    attachments: () =>
      shifts.map((each) =>
        calendarAttachment({ ...each.entry, notes }, links.public_url, {
          personal_url: links.personal(each),
        }),
      ),
  }
}

/** D54: each once, with the assignment of their first shift, whose link opens their page. */
function otherPeople({ others }: ConfirmationPayload) {
  const people = groupBy(others ?? [], ({ first_name, last_name }) => `${first_name} ${last_name}`)
  return [...people].flatMap(([name, [link]]) => (link ? [{ name, link }] : []))
}

const texts = addNamespace('email_confirmation', {
  en: {
    open_one: 'See your shift',
    open_other: 'See your shifts',
    shifts_of_one: '{{count}} shift, {{event}}',
    shifts_of_other: '{{count}} shifts, {{event}}',
    attached_one: 'Open the attached calendar file to put the shift into your calendar.',
    attached_other: 'Open the attached calendar files to put the shifts into your calendar.',
    cannot: 'Can’t make it?',
    cancel: 'Here’s what to do',
    keep_link: 'The link is yours alone, so please don’t pass this message on.',
    you: 'You',
    title_of_several: '{{names}} are signed up',
    open_page: 'open the page',
    not_you: 'Wasn’t it you?',
    not_me_one: 'Give up the place and get no more e-mail',
    not_me_other: 'Give up the places and get no more e-mail',
    confirmation: {
      subject: 'You’re signed up',
      title: 'You’re signed up',
      title_with_name: 'You’re signed up, {{name}}',
    },
    link_again: {
      subject: 'Your link',
      title: 'Your link again',
      title_with_name: 'Your link again, {{name}}',
      in_digest: 'The form was filled in again; nothing has changed',
      why: 'The sign-up form was filled in once more with your name and address. Nothing has changed: this is your shift, and the link to it.',
    },
  },
  sv: {
    open_one: 'Visa ditt pass',
    open_other: 'Visa dina pass',
    shifts_of_one: '{{count}} pass, {{event}}',
    shifts_of_other: '{{count}} pass, {{event}}',
    attached_one: 'Öppna den bifogade kalenderfilen så hamnar passet i din kalender.',
    attached_other: 'Öppna de bifogade kalenderfilerna så hamnar passen i din kalender.',
    cannot: 'Får du förhinder?',
    cancel: 'Så gör du',
    keep_link: 'Länken är personlig. Skicka den inte vidare.',
    you: 'Du',
    title_of_several: '{{names}} är anmälda',
    open_page: 'öppna sidan',
    not_you: 'Var det inte du?',
    not_me_one: 'Lämna platsen och få ingen mer e-post',
    not_me_other: 'Lämna platserna och få ingen mer e-post',
    confirmation: {
      subject: 'Du är anmäld',
      title: 'Du är anmäld',
      title_with_name: 'Du är anmäld, {{name}}',
    },
    link_again: {
      subject: 'Din länk',
      title: 'Din länk igen',
      title_with_name: 'Din länk igen, {{name}}',
      in_digest: 'Formuläret fylldes i en gång till; ingenting har ändrats',
      why: 'Anmälan fylldes i en gång till med ditt namn och din adress. Ingenting har ändrats: det här är ditt pass och länken till det.',
    },
  },
})
