import { email as emailField, id as idField } from '@muster/contract/fields'
import { foldAddress } from '@muster/contract/rules/fold'
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { ConfigError } from '../config.ts'
import type { Tx } from '../db/client.ts'
import { REQUEST_ID } from '../edge/request-id.ts'
import { listPeopleByEmail } from '../features/people/queries.ts'
import { findAccountByEmail } from '../features/session/account-queries.ts'
import { type CommandContext, parse, readPositional, withDb } from './command-line.ts'

/** Finds what a log line or a question names. Prints no personal data except what was asked for. */
export async function findAnything({ database_url, args, print }: CommandContext): Promise<void> {
  const wanted = readPositional(args, 'an id, a request id or an e-mail address')
  const found = await withDb(database_url, (db) =>
    db.system((tx) =>
      wanted.includes('@')
        ? findByEmail(tx, foldAddress(parse(emailField, wanted, 'The e-mail')))
        : findByToken(tx, parse(token, wanted, 'The id')),
    ),
  )
  if (found.length === 0) throw new ConfigError(`Nothing has the id, request id or e-mail address ${wanted}.`)
  for (const line of found) print(line)
}

const token = z.string().regex(REQUEST_ID)

/** Looks for both: request ids that a server creates have the form of other ids. */
async function findByToken(tx: Tx, wanted: string): Promise<string[]> {
  const { data: id } = idField.safeParse(wanted)
  const named = id === undefined ? [] : await findById(tx, id)
  return [...named, ...(await findByRequest(tx, wanted))]
}

async function findByEmail(tx: Tx, email: string): Promise<string[]> {
  const account = await findAccountByEmail(tx, email)
  const people = await listPeopleByEmail(tx, { email })
  return [
    ...(account ? [`account ${account.id}`, ...(await listMemberships(tx, account.id))] : []),
    ...people.map(
      ({ id, organization }) => `person ${id}  organisation ${organization.id} "${organization.name}"`,
    ),
  ]
}

async function listMemberships(tx: Tx, user_id: string): Promise<string[]> {
  const { rows } = await tx.execute<{ role: string; id: string; name: string; state: string }>(sql`
    select m.role, o.id, o.name, ${organizationState} as state from membership m join organization o on o.id = m.organization_id
    where m.user_id = ${user_id} order by o.name, o.id
  `)
  return rows.map(({ role, id, name, state }) => `  ${role} of organisation ${id} "${name}"${state}`)
}

const organizationState = sql`coalesce(', ended ' || ended_at::text, '') || coalesce(', paused ' || paused_at::text, '')`

const IN_ORGANIZATION = ['event', 'role', 'shift', 'assignment', 'person', 'broadcast'] as const

async function findById(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await tx.execute<{ line: string }>(sql`
    select 'organisation ' || id || ' "' || name || '"' || ${organizationState} as line
      from organization where id = ${id}
    union all select 'account ' || id from app_user where id = ${id}
    union all ${selectMessages(sql`id = ${id}`)}
    ${sql.join(
      IN_ORGANIZATION.map(
        (table) => sql`
          union all select ${`${table} `} || id || '  organisation ' || organization_id
            from ${sql.identifier(table)} where id = ${id}`,
      ),
      sql` `,
    )}
  `)
  return rows.map(({ line }) => line)
}

const MESSAGES_SHOWN = 100

/** The number of messages is limited, because a broadcast is one request. */
async function findByRequest(tx: Tx, request_id: string): Promise<string[]> {
  const { rows } = await tx.execute<{ line: string }>(
    sql`${selectMessages(sql`request_id = ${request_id}`)} order by line limit ${MESSAGES_SHOWN + 1}`,
  )
  const lines = rows.map(({ line }) => line)
  return lines.length > MESSAGES_SHOWN ? [...lines.slice(0, MESSAGES_SHOWN), 'and more messages'] : lines
}

const selectMessages = (isWanted: SQL) => sql`
  select 'message ' || ${describeMessage} || '  organisation ' || organization_id as line from message m where ${isWanted}
  union all select 'account message ' || ${describeMessage} from account_message m where ${isWanted}`

/** Leaves out the failure reason: a provider's wording may repeat an address. */
const describeMessage = sql`m.id || '  ' || m.channel || ' ' || m.template || ' ' || m.status || ', '
  || m.attempts || ' attempts' || coalesce(', by ' || m.provider, '') || coalesce(', of request ' || m.request_id, '')`
