// Checks that new migrations only expand, because the previous version runs on the new schema while processes are
// replaced (docs/releases.md).
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The schema and its security: the migrations that make an empty database, beside which no process runs. */
export const INITIAL = 2

/** Statements that no migration may have: the previous version would fail, or a lock would cover a rewrite. */
const NEVER = [
  [/\brename\b/i, 'renames: add the new name, and write both'],
  [/\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/i, 'changes a type: add a column of the new type'],
  [
    /\badd\s+column\b(?=.*\bdefault\s+(gen_random_uuid|random|clock_timestamp|uuid_generate_v\w+|nextval)\b)/is,
    'adds a column with a default that differs from row to row, which rewrites the table',
  ],
  [/\b(vacuum\s+full|cluster\b|set\s+tablespace|set\s+(un)?logged)/i, 'rewrites the table'],
  [/\bset\s+(local\s+)?lock_timeout\b/i, 'sets lock_timeout, which src/db/migrate.ts does'],
]

/** Statements allowed only if no version that still runs uses the object, which the migration must say. */
const REMOVES = [
  [/\bdrop\s+(table|column|schema|type|view)\b/i, 'drops'],
  [/\bdrop\s+constraint\b/i, 'drops a constraint, which an ON CONFLICT may name'],
  [/\balter\s+column\s+\S+\s+set\s+not\s+null\b/i, 'forbids null'],
]
const SAYS_WHAT_IT_NEEDS = /\bcomment\s+on\s+schema\s+drizzle\s+is\s+'needs\s+(\w+)'/i

export function checkMigrations(migrations) {
  const tags = migrations.map(({ tag }) => tag)
  return migrations
    .slice(INITIAL)
    .flatMap(({ tag, sql }) =>
      checkMigration(sql, tags.slice(0, tags.indexOf(tag))).map((each) => `${tag}: ${each}`),
    )
}

function checkMigration(sql, earlier) {
  const statements = splitStatements(sql)
  const created = statements.flatMap(
    (each) => tableOf(each, /^create\s+table\s+(?:if\s+not\s+exists\s+)?/i) ?? [],
  )
  const needs = SAYS_WHAT_IT_NEEDS.exec(sql)?.[1]
  const breaches = statements.flatMap((statement) => checkStatement(statement, { created, needs }))
  if (needs && !earlier.includes(needs)) breaches.push(`needs ${needs}, which is no earlier migration`)
  if (statements.some(isConcurrent) && !statements.every(isConcurrent))
    breaches.push('has other statements beside CONCURRENTLY, which runs outside of a transaction: split it')
  return breaches
}

const isConcurrent = (statement) => /\bconcurrently\b/i.test(statement)

function checkStatement(statement, { created, needs }) {
  const breaches = NEVER.flatMap(([pattern, what]) => (pattern.test(statement) ? [what] : []))
  if (!needs) {
    for (const [pattern, what] of REMOVES)
      if (pattern.test(statement))
        breaches.push(
          `${what}: only with COMMENT ON SCHEMA drizzle IS 'needs <the migration since which it is unused>'`,
        )
  }
  const altered = tableOf(statement, /^alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?/i)
  if (altered && !created.includes(altered)) breaches.push(...checkExistingTable(statement, altered))
  const indexed = tableOf(statement, /^create\s+(?:unique\s+)?index\b.*?\son\s+(?:only\s+)?/is)
  if (indexed && !created.includes(indexed)) {
    if (!/\bconcurrently\s+if\s+not\s+exists\b/i.test(statement))
      breaches.push(
        `creates an index on ${indexed} that blocks its writes: CREATE INDEX CONCURRENTLY IF NOT EXISTS`,
      )
  }
  return breaches
}

function checkExistingTable(statement, table) {
  const breaches = []
  const isNotNull = /\badd\s+column\b.*\bnot\s+null\b/is.test(statement)
  if (isNotNull && !/\bdefault\b/i.test(statement))
    breaches.push(`adds a column to ${table} that the version before leaves null: give it a default`)
  if (
    /\badd\s+(constraint\s+\S+\s+)?(check|foreign\s+key)\b/i.test(statement) &&
    !/\bnot\s+valid\b/i.test(statement)
  )
    breaches.push(
      `checks all rows of ${table} under a lock: NOT VALID, and VALIDATE CONSTRAINT in the next migration`,
    )
  if (
    /\badd\s+(constraint\s+\S+\s+)?(unique|primary\s+key|exclude)\b/i.test(statement) &&
    !/\busing\s+index\b/i.test(statement)
  )
    breaches.push(`creates an index on ${table} that blocks its writes: CREATE UNIQUE INDEX CONCURRENTLY`)
  return breaches
}

function tableOf(statement, before) {
  const match = before.exec(statement)
  if (!match) return undefined
  const name = /^(?:"?public"?\.)?"?(\w+)"?/.exec(statement.slice(match[0].length))?.[1]
  return name?.toLowerCase()
}

function splitStatements(sql) {
  return sql
    .split('--> statement-breakpoint')
    .map((statement) => statement.replace(/--.*$/gm, '').trim())
    .filter(Boolean)
}

export function readMigrations(folder) {
  const { entries } = JSON.parse(readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8'))
  return entries.map(({ tag, when }) => ({
    tag,
    when,
    sql: readFileSync(path.join(folder, `${tag}.sql`), 'utf8'),
  }))
}

/** Checks the order, because a database skips migrations older than the last one it has run (src/db/migrate.ts). */
export function checkOrder(migrations) {
  return migrations.flatMap(({ tag, when }, at) =>
    at > 0 && when <= migrations[at - 1].when
      ? [`${tag}: is older than the one before: generate it again`]
      : [],
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../apps/api/migrations')
  const migrations = readMigrations(folder)
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'))
  const breaches = [...checkMigrations(migrations), ...checkOrder(migrations)]
  if (files.length !== migrations.length) breaches.push('the journal does not name every file')
  for (const breach of breaches) console.log(breach)
  console.log(`${migrations.length} migrations, ${breaches.length} breaches of docs/releases.md`)
  process.exitCode = breaches.length > 0 ? 1 : 0
}
