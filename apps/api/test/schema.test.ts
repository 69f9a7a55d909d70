import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from './database.ts'

/* Reads the catalogue of a migrated database, so that new tables are checked too. */

/** Tables that belong to no organisation. */
const WITHOUT_TENANT = [
  'account_message',
  'app_user',
  'flow_state',
  'mail_block',
  'mail_quota',
  'mfa_challenge',
  'mfa_factor',
  'one_time_token',
  'organization',
  'rate_limit',
  'recovery_code',
  'refresh_token',
  'scheduled_job',
  'sending_total',
  'session',
  'webauthn_credential',
  'webhook_event',
  'worker_heartbeat',
]

/** Functions of the triggers that record changes (docs/decisions/0039-triggers-record-changes.md). */
const RECORDERS = `'set_updated_at', 'touch_shift', 'record_deletion', 'forget_deletion'`

let database: TestDatabase
let client: Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new Client(database.url)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const column = async (text: string) =>
  (await client.query<{ name: string }>(text)).rows.map(({ name }) => name)

const TENANT_TABLES = `
  select c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity, a.attnum as organization_id
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`

/** Lists constraints and policies that would let a row refer to, or be read by, another organisation. */
const listBreaches = () =>
  column(`
    with tenant as (${TENANT_TABLES})
    select relname || ': organization_id is not the first column' as name from tenant where organization_id <> 1
    union all
    select relname || ': has no primary key' from tenant
      where not exists (select from pg_index i where i.indrelid = tenant.oid and i.indisprimary)
    union all
    select i.indexrelid::regclass || ': does not begin with organization_id'
      from tenant join pg_index i on i.indrelid = tenant.oid
      where i.indisprimary and i.indkey[0] <> tenant.organization_id
    union all
    select i.indexrelid::regclass || ': is unique without organization_id'
      from tenant join pg_index i on i.indrelid = tenant.oid
      where i.indisunique and tenant.organization_id <> all (i.indkey)
    union all
    -- A plan that expects one row per organisation would take it where another index fits better.
    select i.indexrelid::regclass || ': begins with organization_id'
      from tenant join pg_index i on i.indrelid = tenant.oid
      where not i.indisprimary and i.indkey[0] = tenant.organization_id
    union all
    select conname || ': does not begin with organization_id'
      from tenant join pg_constraint k on k.conrelid = tenant.oid
      where k.contype = 'f' and k.conkey[1] <> tenant.organization_id
        and k.confrelid <> 'app_user'::regclass -- an account may belong to many organisations
    union all
    select conname || ': leads to a key without organization_id'
      from tenant join pg_constraint k on k.conrelid = tenant.oid
      join tenant target on target.oid = k.confrelid
      where k.contype = 'f' and k.confkey[1] <> target.organization_id
    union all
    select relname || ': row level security is not forced' from tenant
      where not (relrowsecurity and relforcerowsecurity)
    union all
    select relname || ': has not the two policies' from tenant
      where (
        select array_agg(format('%s to %s', p.polname, array_to_string(p.polroles::regrole[], ' ')) order by p.polname)
        from pg_policy p where p.polrelid = tenant.oid
      ) is distinct from array['everything to muster_system', 'tenant to muster_app']
    union all
    select relname || ': lets a tenant see more than its own' from tenant join pg_policy p on p.polrelid = tenant.oid
      where p.polname = 'tenant' and pg_get_expr(p.polqual, p.polrelid) not like '(uuid_cmp(organization_id, %app.organization_id%) = 0)'
    union all
    select relname || ': is a sequence' from pg_class
      where relkind = 'S' and relnamespace = 'public'::regnamespace
    union all
    select tgname || ': is a trigger' from pg_trigger
      where not tgisinternal and tgfoid::regproc::text not in (${RECORDERS})
    order by 1`)

/** The schema as SQL. Columns are sorted by name, because their order tells only when each was added. */
const dumpSchema = () =>
  column(`
    with relation as (
      select oid, relname::text as name, relrowsecurity, relforcerowsecurity, reloptions, relacl, relowner
      from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
    ), statement (relation, rank, name, text) as (
      select r.name, 0, '', format(e'create table %s (\\n%s\\n)%s', r.name, (
          select string_agg(format('  %s %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
              case when a.attnotnull then ' not null' end, ' default ' || pg_get_expr(d.adbin, d.adrelid)),
            e',\\n' order by a.attname)
          from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
          where a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
        ), ' with (' || array_to_string(r.reloptions, ', ') || ')')
      from relation r
      union all
      select r.name, 1, k.conname, format('alter table %s add constraint %s %s', r.name, k.conname, pg_get_constraintdef(k.oid))
      from relation r join pg_constraint k on k.conrelid = r.oid
      where k.contype <> 'n' -- which newer servers list, and the columns say
      union all
      select tablename, 2, indexname, indexdef from pg_indexes
      where schemaname = 'public' and not exists (select from pg_constraint where conname = indexname)
      union all
      select name, 3, '', format('alter table %s enable row level security', name) from relation where relrowsecurity
      union all
      select name, 4, '', format('alter table %s force row level security', name) from relation where relforcerowsecurity
      union all
      select tablename, 5, policyname, format('create policy %s on %s as %s for %s to %s using (%s)%s', policyname, tablename,
        permissive, cmd, array_to_string(roles, ', '), qual, ' with check (' || with_check || ')')
      from pg_policies where schemaname = 'public'
      union all
      select name, 6, grantee::regrole::text, format('grant %s on %s to %s', string_agg(privilege_type, ', ' order by privilege_type), name, grantee::regrole)
      from relation, aclexplode(relacl) where grantee <> relowner group by name, grantee
      union all
      select '', 7, grantee::regrole::text, format('grant %s on schema public to %s', privilege_type, grantee::regrole)
      from pg_namespace, aclexplode(nspacl) where nspname = 'public' and grantee not in (0, nspowner)
      union all
      select '', 8, proname, pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
      union all
      select '', 9, '', format('comment on schema drizzle is %L', obj_description('drizzle'::regnamespace, 'pg_namespace'))
    )
    select text || ';' as name from statement order by relation collate "C", rank, statement.name collate "C"`)

test('the migrations make the schema that schema.sql shows', async () => {
  const dump = await dumpSchema()
  await expect(`${dump.join('\n')}\n`).toMatchFileSnapshot('../schema.sql')
})

const beginnings = (statements: string[]) => statements.map((statement) => statement.slice(0, 35))

test('the dump sees what a migration forgets or adds', async () => {
  const before = await dumpSchema()
  await client.query(`
    begin;
    alter table daily_cap alter accepted drop default;
    alter table daily_cap no force row level security;
    drop policy tenant on daily_cap;
    revoke delete on daily_cap from muster_app;
    drop index shift_by_id;
    alter table shift drop constraint shift_required_qty;
    create function nothing() returns int language sql as 'select 1'`)
  const after = await dumpSchema()
  await client.query('rollback')
  expect(beginnings(before.filter((statement) => !after.includes(statement)))).toEqual([
    'create table daily_cap (\n  accepted',
    'alter table daily_cap force row lev',
    'create policy tenant on daily_cap a',
    'grant DELETE, INSERT, SELECT, UPDAT',
    'alter table shift add constraint sh',
    'CREATE INDEX shift_by_id ON public.',
  ])
  expect(beginnings(after.filter((statement) => !before.includes(statement)))).toEqual([
    'CREATE OR REPLACE FUNCTION public.n',
    'create table daily_cap (\n  accepted',
    'grant INSERT, SELECT, UPDATE on dai',
  ])
})

test('every tenant table is held together and apart by organization_id', async () => {
  expect(await listBreaches()).toEqual([])
})

test('the check sees what it forbids', async () => {
  await client.query(`
    begin;
    create table loose (id serial primary key, organization_id uuid, person_id uuid unique);
    alter table loose add foreign key (person_id) references loose (person_id);
    create index loose_index on loose (organization_id, person_id);
    create function nothing() returns trigger language plpgsql as 'begin return new; end';
    create trigger busy before insert on loose for each row execute function nothing()`)
  expect(await listBreaches()).toEqual([
    'busy: is a trigger',
    'loose: has not the two policies',
    'loose: organization_id is not the first column',
    'loose: row level security is not forced',
    'loose_id_seq: is a sequence',
    'loose_index: begins with organization_id',
    'loose_person_id_fkey: does not begin with organization_id',
    'loose_person_id_fkey: leads to a key without organization_id',
    'loose_person_id_key: is unique without organization_id',
    'loose_pkey: does not begin with organization_id',
    'loose_pkey: is unique without organization_id',
  ])
  await client.query('rollback')
})

test('the check sees a policy that is too wide or for anybody', async () => {
  await client.query(`
    begin;
    drop policy tenant on person;
    create policy tenant on person to muster_app using (true);
    drop policy everything on role;
    create policy everything on role using (true)`)
  expect(await listBreaches()).toEqual([
    'person: lets a tenant see more than its own',
    'role: has not the two policies',
  ])
  await client.query('rollback')
})

test('only accounts and machinery have no organization_id', async () => {
  const tables = await column(`
    with tenant as (${TENANT_TABLES})
    select relname as name from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and oid not in (select oid from tenant)
    order by 1`)
  expect(tables).toEqual(WITHOUT_TENANT)
})

test('an organisation is shown to itself alone', async () => {
  const { rows } = await client.query(
    `select relrowsecurity, relforcerowsecurity from pg_class where oid = 'organization'::regclass`,
  )
  expect(rows).toEqual([{ relrowsecurity: true, relforcerowsecurity: true }])
})

test('neither role passes by row level security, and a tenant reaches no accounts', async () => {
  expect(
    await column(`
      select rolname as name from pg_roles
      where rolname in ('muster_app', 'muster_system') and (rolsuper or rolbypassrls or rolcanlogin)`),
  ).toEqual([])
  expect(
    await column(`
      select distinct table_name as name from information_schema.role_table_grants
      where grantee = 'muster_app' and table_name = any('{${WITHOUT_TENANT.join(',')}}') order by 1`),
  ).toEqual(['organization', 'sending_total'])
})
