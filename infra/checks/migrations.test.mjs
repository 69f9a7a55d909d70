import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { checkMigrations, checkOrder, INITIAL, readMigrations } from './migrations.mjs'

const real = readMigrations(path.resolve(import.meta.dirname, '../../apps/api/migrations'))
const check = (...statements) =>
  checkMigrations([
    ...real.slice(0, INITIAL),
    { tag: 'new', sql: statements.join('--> statement-breakpoint\n') },
  ])

const NEEDS = `COMMENT ON SCHEMA drizzle IS 'needs ${real[INITIAL - 1].tag}';`

const ALLOWED = [
  ['a column', 'ALTER TABLE "person" ADD COLUMN "note" text;'],
  ['a column with one default', `ALTER TABLE "person" ADD COLUMN "at" timestamptz DEFAULT now() NOT NULL;`],
  [
    'a table with its keys and indexes',
    'CREATE TABLE "new" ("id" uuid NOT NULL);',
    'ALTER TABLE "new" ADD CONSTRAINT "k" FOREIGN KEY ("id") REFERENCES "person"("id");',
    'CREATE INDEX "new_i" ON "new" USING btree ("id");',
  ],
  ['an index beside writes', 'CREATE INDEX CONCURRENTLY IF NOT EXISTS "i" ON "person" ("id");'],
  ['a constraint for new rows', 'ALTER TABLE "person" ADD CONSTRAINT "c" CHECK (x > 0) NOT VALID;'],
  ['validating it later', 'ALTER TABLE "person" VALIDATE CONSTRAINT "c";'],
  ['what no running version uses', NEEDS, 'ALTER TABLE "person" DROP COLUMN "note";'],
  ['a word in a comment', '-- We rename nothing.\nALTER TABLE "person" ADD COLUMN "note" text;'],
]
for (const [name, ...statements] of ALLOWED)
  test(`allows ${name}`, () => assert.deepEqual(check(...statements), []))

const REFUSED = [
  ['renames', 'ALTER TABLE "person" RENAME COLUMN "note" TO "notes";'],
  ['renames', NEEDS, 'ALTER TABLE "person" RENAME TO "people";'],
  ['drops', 'ALTER TABLE "person" DROP COLUMN "note";'],
  ['drops', 'DROP TABLE "person";'],
  ['drops a constraint', 'ALTER TABLE "person" DROP CONSTRAINT "c";'],
  ['changes a type', 'ALTER TABLE "person" ALTER COLUMN "note" SET DATA TYPE varchar(10);'],
  ['forbids null', 'ALTER TABLE "person" ALTER COLUMN "note" SET NOT NULL;'],
  ['give it a default', 'ALTER TABLE "person" ADD COLUMN "note" text NOT NULL;'],
  ['differs from row to row', 'ALTER TABLE "person" ADD COLUMN "key" uuid DEFAULT gen_random_uuid();'],
  ['blocks its writes', 'CREATE INDEX "i" ON "person" USING btree ("id");'],
  ['blocks its writes', 'CREATE UNIQUE INDEX CONCURRENTLY "i" ON "person" ("id");'],
  ['blocks its writes', 'ALTER TABLE "person" ADD CONSTRAINT "u" UNIQUE("note");'],
  ['NOT VALID', 'ALTER TABLE "person" ADD CONSTRAINT "c" CHECK (x > 0);'],
  ['NOT VALID', 'ALTER TABLE "person" ADD CONSTRAINT "k" FOREIGN KEY ("a") REFERENCES "event"("id");'],
  [
    'split it',
    'CREATE INDEX CONCURRENTLY IF NOT EXISTS "i" ON "person" ("id");',
    'ALTER TABLE "person" ADD COLUMN "note" text;',
  ],
  ['no earlier migration', `COMMENT ON SCHEMA drizzle IS 'needs 9999_later';`],
  ['lock_timeout', 'SET lock_timeout = 0;'],
]
for (const [what, ...statements] of REFUSED) {
  test(`refuses ${statements.join(' ')}`, () => {
    const breaches = check(...statements)
    assert.equal(breaches.length, 1, breaches.join('\n'))
    assert.match(breaches[0], new RegExp(`^new: .*${what}`))
  })
}

test('what makes the schema would be refused as a later migration', () => {
  const breaches = checkMigrations([...real.slice(0, INITIAL), real[INITIAL - 1]])
  assert.ok(
    breaches.some((each) => each.startsWith('0001_security: checks all rows of message under a lock')),
  )
})

test('a migration that is older than the one before is refused', () => {
  const [first, second] = [
    { tag: 'first', when: 2 },
    { tag: 'second', when: 3 },
  ]
  assert.deepEqual(checkOrder([first, second]), [])
  assert.deepEqual(checkOrder([second, first]), ['first: is older than the one before: generate it again'])
  assert.deepEqual(checkOrder([first, { ...second, when: 2 }]).length, 1)
})
