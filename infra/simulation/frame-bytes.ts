import { type LiveShift, topics } from '../../packages/contract/src/live.ts'

const ID = '019b2f6e-4c1a-7d20-9f3e-5a6b7c8d9e01'
const TIME = '2026-06-06T08:00:00.000Z'
const NAME = { person_id: ID, first_name: 'Katarina', last_name: 'Bergstrand' }

/** Bytes of a changed shift in a frame, as `JSON.stringify` writes what the contract says. */
export const bytes = {
  shift: lengthOf(shiftWith(0)),
  name: (lengthOf(shiftWith(21)) - lengthOf(shiftWith(1))) / 20,
  /** Bytes around the shifts: topic, event, number and time. */
  frame: lengthOf([
    null,
    null,
    topics.event(ID),
    'shifts',
    { n: 1_000, as_of: TIME, shifts: [], removed: [] },
  ]),
  /** Bytes of the number of people at a shift's form, in a frame of the event. */
  signing_up: lengthOf({ [ID]: 100 }),
  count: lengthOf([null, null, topics.shiftSignup(ID), 'count', { others: 1_000 }]),
}

function shiftWith(names: number): LiveShift {
  return {
    id: ID,
    role_id: ID,
    start_dt: TIME,
    end_dt: TIME,
    required_qty: 20,
    spots_left: 10,
    assigned_count: 10,
    assigned_people: Array.from({ length: names }, () => NAME),
    signing_up: 100,
  }
}

function lengthOf(value: unknown): number {
  return JSON.stringify(value).length
}
