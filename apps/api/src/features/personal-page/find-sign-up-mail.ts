import { language as languageField } from '@muster/contract/fields'
import type { Language } from '@muster/contract/language'
import { and, asc, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { OrgId, Tx } from '../../db/client.ts'
import { accountMessage, message } from '../../db/schema.ts'
import type { CalendarEntry } from '../../mail/calendar-entry.ts'
import {
  assignmentsOfMail,
  confirmationPayload,
  SAY_SIGNED_UP,
  shiftsOf,
} from '../../outbox/kinds/confirmation.ts'

export type SignUpMail = {
  message_id: string
  address: string
  language: Language
  sign_ups: readonly { organization_id: OrgId; assignment_id: string; entry: CalendarEntry }[]
  /** Number of sign-ups that the e-mail names beyond those listed. */
  left_out: number
}

/** Maximum number of sign-ups on the page: a digest may name tens of thousands. */
const MOST_SIGN_UPS = 100
/** Maximum number of assignments that one transaction handles. */
const BATCH = 50

const OTHERS = ['waiting_joined', 'waiting_moved', 'place_offered', 'offer_lapsed', 'email_confirm']

export async function findSignUpMail(tx: Tx, message_id: string): Promise<SignUpMail | undefined> {
  const rows = await tx
    .select({
      organization_id: sql<OrgId>`${message.organization_id}`,
      address: message.address,
      language: message.language,
      payload: message.payload,
    })
    .from(message)
    .where(
      and(
        or(eq(message.id, message_id), eq(message.digest_id, message_id)),
        inArray(message.template, [...SAY_SIGNED_UP, ...OTHERS]),
        isNull(message.erased_at),
      ),
    )
    .orderBy(desc(inArray(message.template, SAY_SIGNED_UP)), asc(message.created_at), asc(message.id))
    .limit(MOST_SIGN_UPS)
  const [first] = rows
  if (!first) return findOpeningMail(tx, message_id)
  // Sign-ups are counted once per assignment: its link may have been sent again.
  const named = [...new Map(rows.flatMap(readSignUps)).values()]
  const sign_ups = named.slice(0, MOST_SIGN_UPS)
  const isAll = rows.length < MOST_SIGN_UPS && named.length === sign_ups.length
  return {
    message_id,
    address: first.address,
    language: languageField.catch('en').parse(first.language),
    sign_ups,
    left_out: isAll ? 0 : (await countSignUps(tx, message_id)) - sign_ups.length,
  }
}

/** D49: it belongs to no organisation. */
async function findOpeningMail(tx: Tx, message_id: string): Promise<SignUpMail | undefined> {
  const [found] = await tx
    .select({ address: accountMessage.address, language: accountMessage.language })
    .from(accountMessage)
    .where(
      and(
        eq(accountMessage.id, message_id),
        eq(accountMessage.template, 'signup_open'),
        isNull(accountMessage.erased_at),
      ),
    )
  if (!found) return undefined
  const language = languageField.catch('en').parse(found.language)
  return { message_id, address: found.address, language, sign_ups: [], left_out: 0 }
}

function readSignUps({ organization_id, payload }: { organization_id: OrgId; payload: unknown }) {
  const { data } = confirmationPayload.safeParse(payload)
  return data ? shiftsOf(data).map((each) => [each.assignment_id, { organization_id, ...each }] as const) : []
}

async function countSignUps(tx: Tx, message_id: string): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from (${namedIn(message_id)}) named`,
  )
  return rows[0]?.count ?? 0
}

export type SignUpBatch = { organization_id: OrgId; assignment_ids: string[] }

/**
 * Lists batches of one person each. Assignments that the mail names first come last: until then the page shows the
 * button.
 */
export async function listSignUpBatches(
  tx: Tx,
  { message_id, status }: { message_id: string; status: 'CONFIRMED' | 'DECLINED' },
): Promise<SignUpBatch[]> {
  const { rows } = await tx.execute<SignUpBatch>(sql`
    select organization_id, array_agg(id) as assignment_ids
    from (
      select a.*, named.created_at,
        (row_number() over (partition by a.person_id order by named.created_at, a.id) - 1) / ${BATCH}::int as batch
      from (${namedIn(message_id)}) named
      -- Limited, so that each assignment is looked up by its key whatever the planner believes of the tables.
      cross join lateral (
        select organization_id, id, person_id from assignment
        where organization_id = named.organization_id and id = named.assignment_id::uuid and status = ${status}
        limit 1
      ) a
    ) found
    group by organization_id, person_id, batch
    order by min(created_at) desc
  `)
  return rows
}

const namedIn = (message_id: string) => sql`
  select m.organization_id, named.assignment_id, min(m.created_at) as created_at
  from message m
  cross join lateral (${assignmentsOfMail}) named
  where (m.id = ${message_id} or m.digest_id = ${message_id})
    and m.template = any(${sql.param(SAY_SIGNED_UP)}::text[]) and m.erased_at is null
  group by m.organization_id, named.assignment_id`
