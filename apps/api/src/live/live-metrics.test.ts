import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { eventually } from '../../test/eventually.ts'
import { change, closeClients, join, listen, openClient, watchEvent } from '../../test/live.ts'
import { buildAssignment, buildShift } from '../../test/planning.ts'

const DASHBOARD = path.resolve(import.meta.dirname, '../../../../infra/grafana/live.json')

let api: TestApp
let address: string
beforeAll(async () => {
  api = await buildTestApp()
  address = await listen(api)
})
afterEach(closeClients)
afterAll(() => api.close())

const scrape = async () => (await api.inject({ url: '/metrics', headers: { host: 'localhost' } })).body

/** Returns a counter, which belongs to the process, in which other tests run too. */
async function valueOf(line: string): Promise<number> {
  const found = (await scrape()).split('\n').find((each) => each.startsWith(`${line} `))
  return Number(found?.slice(line.length + 1) ?? 0)
}

const LINES = {
  sockets: 'muster_live_sockets',
  topics: 'muster_live_topics{topic="event"}',
  pushes: 'muster_live_frames_total{kind="push"}',
  answers: 'muster_live_frames_total{kind="answer"}',
  changes: 'muster_live_change_delay_seconds_count',
  refusals: 'muster_live_refusals_total{reason="unknown_topic"}',
  reads: 'muster_live_reads_total',
} as const

async function readAll(): Promise<Record<keyof typeof LINES, number>> {
  const [sockets, topics, pushes, answers, changes, refusals, reads] = await Promise.all(
    Object.values(LINES).map(valueOf),
  )
  return {
    sockets: sockets ?? 0,
    topics: topics ?? 0,
    pushes: pushes ?? 0,
    answers: answers ?? 0,
    changes: changes ?? 0,
    refusals: refusals ?? 0,
    reads: reads ?? 0,
  }
}

describe('the figures of the live channel', () => {
  it('count sockets, topics, frames, refusals and the delay of changes', async () => {
    const before = await readAll()
    const shift = await buildShift(api.deps)
    const client = openClient(address)
    const watched = await watchEvent(client, shift.event_id)
    await expect(join(client.channel('nothing:1'))).rejects.toThrow('refused')
    await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
    await change(api, shift)
    await eventually(() => expect(watched.frames).toHaveLength(1))
    await eventually(async () => {
      const after = await readAll()
      expect(after.sockets - before.sockets).toBe(1)
      expect(after.topics - before.topics).toBe(1)
      expect(after.pushes - before.pushes).toBe(1)
      expect(after.changes - before.changes).toBe(1)
      expect(after.reads - before.reads).toBe(2)
      expect(after.answers - before.answers).toBeGreaterThanOrEqual(2)
      expect(after.refusals - before.refusals).toBeGreaterThanOrEqual(1)
    })

    await closeClients()
    await eventually(async () => {
      expect(await valueOf(LINES.topics)).toBe(before.topics)
      expect(await valueOf(LINES.sockets)).toBe(before.sockets)
    })
  })

  it('say whether the bus is connected', async () => {
    expect(await valueOf('muster_live_bus_up')).toBe(1)
  })

  it('are all that the dashboard asks for', async () => {
    const dashboard: { panels: { targets: { expr: string }[] }[] } = JSON.parse(
      readFileSync(DASHBOARD, 'utf8'),
    )
    const asked = dashboard.panels.flatMap(({ targets }) =>
      targets.flatMap(({ expr }) => expr.match(/\b(?:muster|nodejs)_\w+/g) ?? []),
    )
    const body = await scrape()
    const known = new Set(Array.from(body.matchAll(/^# HELP (\S+)/gm), ([, name]) => name))
    expect(asked.length).toBeGreaterThan(6)
    expect(asked.filter((name) => !known.has(name.replace(/_bucket$/, '')))).toEqual([])
  })
})
