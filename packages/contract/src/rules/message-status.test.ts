import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type MessageEvent,
  type MessageStatus,
  messageEvents,
  messageStatuses,
  messageTransitions,
  statusAfter,
} from './message-status.ts'

it.each<[MessageStatus, Partial<Record<MessageEvent, MessageStatus>>]>([
  ['QUEUED', { claimed: 'SENDING', accepted: 'SENT', delivered: 'DELIVERED', undelivered: 'FAILED' }],
  [
    'SENDING',
    {
      accepted: 'SENT',
      refused: 'QUEUED',
      failed: 'FAILED',
      unresolved: 'UNKNOWN',
      delivered: 'DELIVERED',
      undelivered: 'FAILED',
    },
  ],
  [
    'UNKNOWN',
    {
      accepted: 'SENT',
      refused: 'QUEUED',
      failed: 'FAILED',
      absent: 'QUEUED',
      delivered: 'DELIVERED',
      undelivered: 'FAILED',
    },
  ],
  ['SENT', { delivered: 'DELIVERED', undelivered: 'FAILED' }],
  ['DELIVERED', {}],
  ['FAILED', {}],
])('D27: from %s, every event', (from, to) => {
  for (const event of messageEvents) expect([event, statusAfter(from, event)]).toEqual([event, to[event]])
})

it('rows and table are the same', () => {
  for (const { event, from, to } of messageTransitions) expect(statusAfter(from, event)).toBe(to)
  expect(messageTransitions).toHaveLength(18)
})

/** Progress of a message by status. UNKNOWN is not on the usual path. */
const RANK: Record<MessageStatus, number> = {
  QUEUED: 0,
  SENDING: 0,
  UNKNOWN: 0,
  SENT: 1,
  DELIVERED: 2,
  FAILED: 2,
}

it('whatever comes in whatever order, a message never goes back', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...messageEvents)), (events) => {
      let status: MessageStatus = 'QUEUED'
      for (const event of events) {
        const next: MessageStatus = statusAfter(status, event) ?? status
        expect(RANK[next]).toBeGreaterThanOrEqual(RANK[status])
        status = next
      }
    }),
  )
})

it('only a claim begins to send, and never what nobody has heard of', () => {
  expect(messageStatuses.filter((status) => statusAfter(status, 'claimed'))).toEqual(['QUEUED'])
})
