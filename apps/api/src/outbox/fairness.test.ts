import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { eventually } from '../../test/eventually.ts'
import { buildProviders } from '../../test/outbox.ts'
import { buildOrganization, buildPerson } from '../../test/planning.ts'
import type { OrgId } from '../db/client.ts'
import { claimDue } from './claim.ts'
import { startOutbox } from './start-outbox.ts'

// The claim is a spy, so that the negative control can claim in the order of arrival. Otherwise it is the real one.

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())

async function enqueue(count: number, organization_id: OrgId) {
  const person = await buildPerson(api.deps, { organization_id })
  await api.deps.db.system((tx) =>
    tx.execute(sql`
      insert into message (organization_id, id, person_id, channel, template, payload, language, address, body_text)
      select ${organization_id}, gen_random_uuid(), ${person.id}, 'SMS', 'custom_text', '{"text": "Hej"}', 'sv', '+46701234567', ''
      from generate_series(1, ${count}::int)
    `),
  )
}

const BEGUN = 50
const MANY = 250
/** While 3,000 messages of one organisation wait, another sends one. Returns true if it precedes `MANY` more. */
async function isSentSoon(): Promise<boolean> {
  await api.deps.db.pool.query('begin read write; truncate message; commit')
  const [big, small] = [await buildOrganization(api.deps), await buildOrganization(api.deps)]
  await enqueue(3_000, big.id)
  let sent = 0
  let sent_before: number | undefined
  const { providers } = buildProviders({
    sms: async ({ organization_id }) => {
      if (organization_id === small.id) sent_before = sent
      else if (++sent === BEGUN) await enqueue(1, small.id)
      return { provider_message_id: 'x' }
    },
  })
  const config = { ...api.deps.config, sms_per_second: 1_000 }
  const outbox = startOutbox({ ...api.deps, config }, providers)
  const most = BEGUN + MANY
  await eventually(() => expect(sent_before !== undefined || sent > most).toBe(true))
  await outbox.stop()
  return sent_before !== undefined && sent_before <= most
}

test('another organisation does not wait for the thousands of one', async () => {
  expect(await isSentSoon()).toBe(true)
})

test('negative control: in the order of arrival it waits', async () => {
  await vi.mocked(claimDue).withImplementation(
    async (tx, { channel, limit }) => {
      const { rows } = await tx.execute<Awaited<ReturnType<typeof claimDue>>[number]>(sql`
        update message m set status = 'SENDING', fence = fence + 1, leased_until = now() + interval '30 seconds'
        from (select id from message where status = 'QUEUED' and channel = ${channel} order by due_at limit ${limit}) due
        where m.id = due.id returning m.*
      `)
      return rows
    },
    async () => {
      expect(await isSentSoon()).toBe(false)
    },
  )
})

test('every organisation that waits gets a part of each claim, then the next in turn', async () => {
  await api.deps.db.pool.query('begin read write; truncate message; commit')
  const organizations = await Promise.all([1, 2, 3, 4].map(() => buildOrganization(api.deps)))
  for (const { id } of organizations) await enqueue(10, id)
  const claim = (limit: number, after: string | null) =>
    api.deps.db.system((tx) => claimDue(tx, { channel: 'SMS', provider: 'x', limit, after }))
  const served = (await claim(8, null)).map(({ organization_id }) => organization_id)
  for (const { id } of organizations) expect(served.filter((each) => each === id)).toHaveLength(2)
  let after: string | null = null
  const turns: (string | null)[] = []
  for (let turn = 0; turn < 8; turn++) {
    const [row] = await claim(1, after)
    after = row?.organization_id ?? null
    turns.push(after)
  }
  for (const { id } of organizations) expect(turns.filter((each) => each === id)).toHaveLength(2)
})
