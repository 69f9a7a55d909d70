import { EventEmitter, once } from 'node:events'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Db } from './client.ts'
import { type LookUpLimits, openFindOrganization } from './find-organization.ts'
import { newId } from './ids.ts'

/** A pool that knows some ids and answers when the test says so. */
function buildPool() {
  const pool = {
    organizations: new Map<string, string>(),
    asked: [] as string[],
    in_flight: 0,
    most_in_flight: 0,
    fails: false,
    answer: async () => undefined as unknown,
    async query(text: string) {
      const id = /where id = '(.*)'/.exec(text)?.[1] ?? ''
      pool.asked.push(id)
      pool.in_flight += 1
      pool.most_in_flight = Math.max(pool.most_in_flight, pool.in_flight)
      try {
        await pool.answer()
      } finally {
        pool.in_flight -= 1
      }
      if (pool.fails) throw new Error('the database is away')
      const organization_id = pool.organizations.get(id)
      return [{ rows: [] }, { rows: organization_id ? [{ organization_id }] : [] }]
    },
  }
  return pool
}

let pool: ReturnType<typeof buildPool>
beforeEach(() => {
  pool = buildPool()
})

function open(limits: LookUpLimits = {}) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- look-ups use nothing but the pool's query
  const find = openFindOrganization({ pool } as unknown as Db, limits)
  return { ofShift: (id: string) => find.ofShift(id), ofEvent: (id: string) => find.ofEvent(id) }
}

/** Holds all look-ups until it is called. */
function holdAnswers(): () => void {
  const release = new EventEmitter()
  const held = once(release, 'release')
  pool.answer = () => held
  return () => release.emit('release')
}

const manyIds = (length: number) => Array.from({ length }, () => newId())

describe('an id that exists', () => {
  it('is looked up once, however many ask and however they spell it', async () => {
    const [id, organization_id] = [newId(), newId()]
    pool.organizations.set(id, organization_id)
    const { ofShift, ofEvent } = open()
    const spellings = [id, id.toUpperCase(), id, id.replace(/[a-f]/, (letter) => letter.toUpperCase())]
    const found = await Promise.all(spellings.map(ofShift))
    expect(new Set([...found, await ofShift(id)])).toEqual(new Set([organization_id]))
    expect(pool.asked).toEqual([id])
    await ofEvent(id)
    expect(pool.asked).toHaveLength(2)
  })

  it('is looked up again after a failure', async () => {
    const [id, organization_id] = [newId(), newId()]
    pool.organizations.set(id, organization_id)
    pool.fails = true
    const { ofShift } = open()
    await expect(ofShift(id)).rejects.toThrow('away')
    pool.fails = false
    expect(await ofShift(id)).toBe(organization_id)
  })
})

describe('an id that does not exist', () => {
  it('is remembered, but not for long', async () => {
    const [id, organization_id] = [newId(), newId()]
    const { ofEvent } = open({ unknown_ms: 200 })
    for (let i = 0; i < 100; i += 1) expect(await ofEvent(id)).toBeUndefined()
    expect(pool.asked).toHaveLength(1)
    pool.organizations.set(id, organization_id)
    await vi.waitFor(async () => expect(await ofEvent(id)).toBe(organization_id))
  })

  it('is not even looked up when it is malformed', async () => {
    expect(await open().ofEvent("x' or true")).toBeUndefined()
    expect(pool.asked).toEqual([])
  })
})

describe('a flood of unknown ids', () => {
  it('uses four connections at a time', async () => {
    const { ofShift } = open()
    await Promise.all(manyIds(500).map(ofShift))
    expect(pool.asked).toHaveLength(500)
    expect(pool.most_in_flight).toBe(4)
  })

  it('negative control: without the limit it uses all there are', async () => {
    const { ofShift } = open({ at_once: Number.POSITIVE_INFINITY })
    const release = holdAnswers()
    const asked = manyIds(500).map(ofShift)
    await vi.waitFor(() => expect(pool.most_in_flight).toBe(500))
    release()
    await Promise.all(asked)
  })

  it('is refused when a thousand are waiting', async () => {
    const { ofShift } = open()
    const release = holdAnswers()
    const asked = manyIds(1_100).map((id) => ofShift(id).catch((error: Error) => error))
    await vi.waitFor(() => expect(pool.in_flight).toBe(4))
    release()
    const refused = (await Promise.all(asked)).filter((answer) => answer !== undefined)
    expect(refused).toHaveLength(1_100 - 1_004)
    expect(refused[0]).toMatchObject({ status: 503, code: 'busy' })
  })

  it('does not wait in turn for a database that does not answer', async () => {
    const { ofShift } = open()
    const release = holdAnswers()
    pool.fails = true
    const asked = manyIds(500).map((id) => ofShift(id).catch((error: Error) => error))
    await vi.waitFor(() => expect(pool.in_flight).toBe(4))
    release()
    const busy = (await Promise.all(asked)).filter((answer) => answer instanceof Error && 'code' in answer)
    expect(busy).toHaveLength(496)
    expect(pool.asked).toHaveLength(4)
  })
})
