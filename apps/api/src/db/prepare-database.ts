import { Client, escapeIdentifier, escapeLiteral, type QueryResultRow } from 'pg'
import { checkDatabase, DatabaseSetupError } from './check.ts'
import { type ConnectionRoom, checkRoom, READ_ROOM } from './check-connections.ts'
import { checkSessions } from './check-sessions.ts'
import { migrate } from './migrate.ts'

/**
 * `owner_url`: another login for migrations. `direct_url`: PostgreSQL itself, if `url` leads to a pooler. `home`: folder of
 * the embedded server, if that is the database.
 */
export type DatabaseLogins = {
  url: string
  direct_url?: string | undefined
  owner_url: string | undefined
  home?: string | undefined
  connections: number
}

/** Brings the schema up to date and gives the login its roles. Returns a warning. Throws `DatabaseSetupError`. */
export async function prepareDatabase({
  url,
  direct_url,
  owner_url = direct_url ?? url,
  home,
  connections,
}: DatabaseLogins): Promise<string | undefined> {
  await checkDatabase(url, 'DATABASE_URL')
  if (direct_url) await checkDatabase(direct_url, 'DATABASE_DIRECT_URL')
  await checkSessions(direct_url ?? url, direct_url ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL')
  if (owner_url !== url) await checkDatabase(owner_url, 'DATABASE_OWNER_URL')
  const login = await ask(url, readLogin)
  const owner = await ask(owner_url, readLogin)
  if (!owner.may_create_roles && !owner.has_roles) throw new DatabaseSetupError(createRoles(owner.name))
  await migrate(owner_url, { home })
  if (login.name !== owner.name) await ask(owner_url, (query) => grantRoles(query, login.name))
  // Only the pooler knows how many of its connections lead to the database.
  if (direct_url) return undefined
  const [room] = await ask(url, (query) => query<ConnectionRoom>(READ_ROOM))
  return room && checkRoom(room, connections)
}

/** Returns true for any schema of ours, an older one too. */
export function hasTables(url: string): Promise<boolean> {
  return ask(url, async (query) => {
    const found = await query(`
      select from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname = 'drizzle' and relname = '__drizzle_migrations'
    `)
    return found.length > 0
  })
}

type Query = <Row extends QueryResultRow>(statement: string) => Promise<Row[]>
type Login = { name: string; may_create_roles: boolean; has_roles: boolean }

async function readLogin(query: Query): Promise<Login> {
  const [login] = await query<Login>(`
    select current_user as name,
      (select rolcreaterole or rolsuper from pg_roles where rolname = current_user) as may_create_roles,
      (select count(*) = 2 from pg_roles
        where rolname in ('muster_app', 'muster_system') and pg_has_role(current_user, oid, 'member')) as has_roles
  `)
  return login ?? { name: '', may_create_roles: false, has_roles: false }
}

/** The first migration grants the roles to the login that runs it, which may be another. */
async function grantRoles(query: Query, login: string): Promise<void> {
  const grant = `grant muster_app, muster_system to ${escapeIdentifier(login)}`
  const [{ has_roles } = { has_roles: false }] = await query<{ has_roles: boolean }>(`
    select bool_and(pg_has_role(${escapeLiteral(login)}, oid, 'member')) as has_roles
    from pg_roles where rolname in ('muster_app', 'muster_system')
  `)
  if (has_roles) return
  await query(grant).catch((cause: unknown) => {
    throw new DatabaseSetupError(
      `The login ${login} of DATABASE_URL may not act as muster_app and muster_system: run \`${grant}\` as a superuser.`,
      { cause },
    )
  })
}

function createRoles(owner: string): string {
  const name = escapeIdentifier(owner)
  return (
    `The login ${owner} may not create roles: run \`alter role ${name} createrole\` as a superuser, ` +
    'or `create role muster_app nologin; create role muster_system nologin; ' +
    `grant muster_app, muster_system to ${name} with admin option\`.`
  )
}

async function ask<T>(url: string, work: (query: Query) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(async <Row extends QueryResultRow>(statement: string) => {
      const { rows } = await client.query<Row>(statement)
      return rows
    })
  } finally {
    await client.end()
  }
}
