import { email as emailField, id as idField } from '@muster/contract/fields'
import { foldName } from '@muster/contract/rules/text'
import { sql } from 'drizzle-orm'
import { ConfigError } from '../config.ts'
import type { Tx } from '../db/client.ts'
import { listPeopleByEmail } from '../features/people/queries.ts'
import { findAccountByEmail } from '../features/session/account-queries.ts'
import { parse, print, readPositional, withDb } from './command-line.ts'

/** What a line of the log or a question names, without personal data except for what was asked. */
export async function findAnything(database_url: string): Promise<void> {
  const wanted = readPositional('an id or e-mail address')
  const found = await withDb(database_url, (db) =>
    db.system((tx) =>
      wanted.includes('@')
        ? findByEmail(tx, foldName(parse(emailField, wanted, 'The e-mail')))
        : findById(tx, parse(idField, wanted, 'The id')),
    ),
  )
  if (found.length === 0) throw new ConfigError(`Nothing has the id or e-mail address ${wanted}.`)
  for (const line of found) print(line)
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
  const { rows } = await tx.execute<{ role: string; id: string; name: string }>(sql`
    select m.role, o.id, o.name from membership m join organization o on o.id = m.organization_id
    where m.user_id = ${user_id} order by o.name, o.id
  `)
  return rows.map(({ role, id, name }) => `  ${role} of organisation ${id} "${name}"`)
}

const IN_ORGANIZATION = ['event', 'role', 'shift', 'assignment', 'person', 'broadcast'] as const

async function findById(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await tx.execute<{ line: string }>(sql`
    select 'organisation ' || id || ' "' || name || '"' || coalesce(', ended ' || ended_at::text, '') as line
      from organization where id = ${id}
    union all select 'account ' || id from app_user where id = ${id}
    union all select 'message ' || ${describeMessage} || '  organisation ' || organization_id from message m where id = ${id}
    union all select 'account message ' || ${describeMessage} from account_message m where id = ${id}
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

/** The reason is a provider's wording, which may repeat an address. */
const describeMessage = sql`m.id || '  ' || m.channel || ' ' || m.template || ' ' || m.status || ', '
  || m.attempts || ' attempts' || coalesce(', by ' || m.provider, '')`
