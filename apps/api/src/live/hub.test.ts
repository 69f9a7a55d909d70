import { expect, it } from 'vitest'
import type { Viewer } from './channel.ts'
import { Hub, type Room } from './hub.ts'

/** Opens a hub whose rooms read once when they open, and again when they are marked. */
function createTestHub(read: (event_id: string) => Promise<string>) {
  return new Hub<Viewer, string, Room<Viewer>>({
    read,
    openRoom(event_id, limitedRead) {
      const first = limitedRead(event_id)
      return {
        isEmpty: false,
        isGone: false,
        enter: async () => void (await first),
        leave: () => undefined,
        mark: () => void limitedRead(event_id),
        close: () => undefined,
      }
    },
  })
}

const viewer: Viewer = {
  address: '192.0.2.1',
  accept: () => undefined,
  send: () => true,
  isDrained: () => true,
  end: () => undefined,
}

it('opens at most fifty rooms a second; a room that is open reads at once', async () => {
  const reads: { event_id: string; at: number }[] = []
  const hub = createTestHub(async (event_id) => {
    reads.push({ event_id, at: performance.now() })
    return event_id
  })
  const began = performance.now()
  const joined = Array.from({ length: 20 }, (_, i) => hub.join(`event ${i}`, viewer))
  await joined[0]
  hub.mark('event 0', [])
  await Promise.all(joined)
  hub.close()
  expect(reads.slice(0, 2).map(({ event_id }) => event_id)).toEqual(['event 0', 'event 0'])
  const opened = reads.filter((_, i) => i !== 1).map(({ at }) => at)
  expect(opened).toHaveLength(20)
  // On a busy machine a timer counts from a time that is some milliseconds old. Late ones shorten the gap to the next, so the
  // time counts from the start.
  expect(opened.filter((at, i) => at - began < 15 * i)).toEqual([])
})
