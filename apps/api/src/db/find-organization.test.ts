import { EventEmitter, once } from 'node:events'
import { beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import type { Db } from './client.ts'
import { createFindOrganization, type LookUpLimits } from './find-organization.ts'
import { newId } from './ids.ts'

/** Builds a database that knows some ids and answers when the test says so. */
function buildDatabase() {
  const database = {
    organizations: new Map<string, string>(),
    asked: [] as string[],
    in_flight: 0,
    most_in_flight: 0,
    fails: false,
    answer: async () => undefined as unknown,
    async lookUp(text: string) {
      const id = /where id = '(.*)'/.exec(text)?.[1] ?? ''
      database.asked.push(id)
      database.in_flight += 1
      database.most_in_flight = Math.max(database.most_in_flight, database.in_flight)
      try {
        await database.answer()
      } finally {
        database.in_flight -= 1
      }
      if (database.fails) throw new Error('the database is away')
      const organization_id = database.organizations.get(id)
      return organization_id ? [{ organization_id }] : []
    },
  }
  return database
}

let database: ReturnType<typeof buildDatabase>
beforeEach(() => {
  database = buildDatabase()
})

function open(limits: LookUpLimits = {}) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- look-ups call no other method of Db
  const find = createFindOrganization(database as unknown as Db, limits)
  return { ofShift: (id: string) => find.ofShift(id), ofEvent: (id: string) => find.ofEvent(id) }
}

/** Holds all look-ups until the returned function is called. */
function holdAnswers(): () => void {
  const release = new EventEmitter()
  const held = once(release, 'release')
  database.answer = () => held
  return () => release.emit('release')
}

const manyIds = (length: number) => Array.from({ length }, () => newId())

describe('an id that exists', () => {
  it('is looked up once, however many ask and however they spell it', async () => {
    const [id, organization_id] = [newId(), newId()]
    database.organizations.set(id, organization_id)
    const { ofShift, ofEvent } = open()
    const spellings = [id, id.toUpperCase(), id, id.replace(/[a-f]/, (letter) => letter.toUpperCase())]
    const found = await Promise.all(spellings.map(ofShift))
    expect(new Set([...found, await ofShift(id)])).toEqual(new Set([organization_id]))
    expect(database.asked).toEqual([id])
    await ofEvent(id)
    expect(database.asked).toHaveLength(2)
  })

  it('is looked up again after a failure', async () => {
    const [id, organization_id] = [newId(), newId()]
    database.organizations.set(id, organization_id)
    database.fails = true
    const { ofShift } = open()
    await expect(ofShift(id)).rejects.toThrow('away')
    database.fails = false
    expect(await ofShift(id)).toBe(organization_id)
  })
})

describe('an id that does not exist', () => {
  it('is remembered, but not for long', async () => {
    const [id, organization_id] = [newId(), newId()]
    const { ofEvent } = open({ unknown_ttl: 200 })
    for (let i = 0; i < 100; i += 1) expect(await ofEvent(id)).toBeUndefined()
    expect(database.asked).toHaveLength(1)
    database.organizations.set(id, organization_id)
    await eventually(async () => expect(await ofEvent(id)).toBe(organization_id))
  })

  it('is not even looked up when it is malformed', async () => {
    expect(await open().ofEvent("x' or true")).toBeUndefined()
    expect(database.asked).toEqual([])
  })
})

describe('a flood of unknown ids', () => {
  it('uses four connections at a time', async () => {
    const { ofShift } = open()
    await Promise.all(manyIds(500).map(ofShift))
    expect(database.asked).toHaveLength(500)
    expect(database.most_in_flight).toBe(4)
  })

  it('negative control: without the limit it uses all there are', async () => {
    const { ofShift } = open({ concurrency: Number.POSITIVE_INFINITY })
    const release = holdAnswers()
    const asked = manyIds(500).map(ofShift)
    await eventually(() => expect(database.most_in_flight).toBe(500))
    release()
    await Promise.all(asked)
  })

  it('is refused when a thousand are waiting', async () => {
    const { ofShift } = open()
    const release = holdAnswers()
    const asked = manyIds(1_100).map((id) => ofShift(id).catch((error: Error) => error))
    await eventually(() => expect(database.in_flight).toBe(4))
    release()
    const refused = (await Promise.all(asked)).filter((answer) => answer !== undefined)
    expect(refused).toHaveLength(1_100 - 1_004)
    expect(refused[0]).toMatchObject({ status: 503, code: 'busy' })
  })

  it('does not wait in turn for a database that does not answer', async () => {
    const { ofShift } = open()
    const release = holdAnswers()
    database.fails = true
    const asked = manyIds(500).map((id) => ofShift(id).catch((error: Error) => error))
    await eventually(() => expect(database.in_flight).toBe(4))
    release()
    const busy = (await Promise.all(asked)).filter((answer) => answer instanceof Error && 'code' in answer)
    expect(busy).toHaveLength(496)
    expect(database.asked).toHaveLength(4)
  })
})
