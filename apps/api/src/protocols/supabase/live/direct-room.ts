import { setImmediate as yieldToEvents } from 'node:timers/promises'
import { live } from '@muster/contract/live'
import { isSignedUp } from '@muster/contract/rules/assignment-status'
import type { Logger } from '../../../deps.ts'
import type { Viewer } from '../../../live/channel.ts'
import { Hub } from '../../../live/hub.ts'
import { JoinRefused } from '../../../live/join-budget.ts'
import { RoomReads } from '../../../live/room-reads.ts'
import { buildPush, type Push } from '../../../live/wire.ts'
import { type Binding, type ChangeType, type DirectTable, directTables } from './direct-join.ts'

export type DirectShift = {
  id: string
  event_id: string
  role_id: string
  start_dt: string
  end_dt: string
  required_qty: number
}
export type DirectStatus = 'INVITED' | 'CONFIRMED' | 'DECLINED' | 'ABSENT'
type AssignmentReading = { id: string; person_id: string; status: DirectStatus }
type ShiftReading = DirectShift & { assignments: AssignmentReading[] }
/** `as_of`: database time just after the read. */
export type DirectReading = { as_of: string; has_names: boolean; published: boolean; shifts: ShiftReading[] }
export type ReadDirect = (
  event_id: string,
  shift_ids?: readonly string[],
) => Promise<DirectReading | undefined>

/** Part of an organisation that a member sees. `role_ids` limits a leader to these roles (M1). */
export type MemberView = { role_ids: readonly string[] | undefined }

export type Subscriber = Pick<Viewer, 'send' | 'end'> & {
  readonly topic: string
  readonly bindings: readonly Binding[]
  /** Undefined: the public view. */
  readonly member: MemberView | undefined
  /** Key of topic, bindings and view: subscribers with the same key get the same frames. */
  readonly key: string
}

/** Number of bindings checked and of pushes sent without a pause; they take a few ms. */
const CHECKS_AT_ONCE = 10_000
const SENDS_AT_ONCE = 1_000

const GONE = 'NotFound: the event is gone'

type Row = Record<string, string | number | null>
type Change = {
  table: DirectTable
  type: ChangeType
  record?: Row
  old_record?: Row
  shown_to: 'public' | 'members' | 'all'
  /** Role of the shift. */
  role_id: string
  json: Map<string, string>
}
type KnownShift = { row: DirectShift; assignments: Map<string, AssignmentReading> }
type Group = Pick<Subscriber, 'topic' | 'bindings' | 'member'> & { subscribers: Set<Subscriber> }

type DirectRoomOptions = { event_id: string; read: ReadDirect; reread_ms: number; log: Logger }

export type DirectHub = Hub<Subscriber, DirectReading, DirectRoom>

export function createDirectHub({
  read,
  reread_ms = live.health_check_ms,
  log,
}: Pick<DirectRoomOptions, 'read' | 'log'> & { reread_ms?: number | undefined }): DirectHub {
  return new Hub({
    read,
    openRoom: (event_id, limitedRead) => new DirectRoom({ event_id, read: limitedRead, reread_ms, log }),
  })
}

/** Compares the rows with the previous reading, so that a lost or repeated announcement changes nothing. */
export class DirectRoom {
  readonly #reads: RoomReads<DirectReading>
  readonly #groups = new Map<string, Group>()
  #shifts = new Map<string, KnownShift>()
  #has_names = false
  #entering = 0
  #is_gone = false
  #is_draft = false

  constructor({ event_id, read, reread_ms, log }: DirectRoomOptions) {
    this.#reads = new RoomReads({
      read: (shift_ids) => read(event_id, shift_ids),
      apply: (reading, shift_ids) => this.#apply(reading, shift_ids),
      countViewers: () => this.#countSubscribers(),
      reread_ms,
      log,
    })
  }

  get isGone(): boolean {
    return this.#is_gone
  }

  get isEmpty(): boolean {
    return this.#groups.size === 0 && this.#entering === 0
  }

  async enter(subscriber: Subscriber): Promise<void> {
    this.#entering += 1
    try {
      if (!(await this.#reads.first) || this.#is_gone) throw new JoinRefused(GONE)
    } finally {
      this.#entering -= 1
    }
    // D49
    if (this.#is_draft && !subscriber.member) throw new JoinRefused(GONE)
    const { key, topic, bindings, member } = subscriber
    const group = this.#groups.get(key) ?? { topic, bindings, member, subscribers: new Set() }
    this.#groups.set(key, group)
    group.subscribers.add(subscriber)
  }

  leave(subscriber: Subscriber): void {
    const { key } = subscriber
    const group = this.#groups.get(key)
    group?.subscribers.delete(subscriber)
    if (group?.subscribers.size === 0) this.#groups.delete(key)
  }

  mark(shift_ids: readonly string[]): void {
    this.#reads.mark(shift_ids)
  }

  close(): void {
    this.#reads.close()
  }

  async #apply(reading: DirectReading | undefined, shift_ids: readonly string[] | undefined): Promise<void> {
    const before = this.#shifts
    const read = new Map(reading?.shifts.map((shift) => [shift.id, toKnown(shift)]))
    this.#has_names = reading?.has_names ?? this.#has_names
    this.#is_draft = reading ? !reading.published : this.#is_draft
    if (this.#is_draft) this.#end([...this.#groups.values()].filter(({ member }) => !member))
    const candidates = shift_ids ?? [...new Set([...before.keys(), ...read.keys()])]
    const changes = candidates.flatMap((id) => this.#compare(before.get(id), read.get(id)))
    for (const id of candidates) {
      const shift = read.get(id)
      if (shift) before.set(id, shift)
      else before.delete(id)
    }
    if (reading) await this.#deliver(changes, reading.as_of)
    else if (!shift_ids) this.#endAll()
  }

  #compare(before: KnownShift | undefined, after: KnownShift | undefined): Change[] {
    const known = before ?? after
    if (!known) return []
    const shift_id = known.row.id
    const { role_id } = after?.row ?? known.row
    const showTo =
      (shown_to: Change['shown_to']) =>
      (change: RowChange): Change => ({ ...change, shown_to, role_id })
    const ids = new Set([...(before?.assignments.keys() ?? []), ...(after?.assignments.keys() ?? [])])
    const assignments = [...ids].flatMap((id) => {
      const [was, is] = [before?.assignments.get(id), after?.assignments.get(id)]
      if (was?.status === is?.status && was?.person_id === is?.person_id) return []
      return [
        ...comparePublic(was?.status, is?.status, (status) => ({
          id,
          shift_id,
          // D22: without `person_id` clients do not ask for names that are hidden.
          person_id: this.#has_names ? id : null,
          status,
        })).map(showTo('public')),
        ...compareRows('assignment', was && { ...was, shift_id }, is && { ...is, shift_id }).map(
          showTo('members'),
        ),
      ]
    })
    const shift = compareRows('shift', before?.row, after?.row).map(showTo('all'))
    // A client must know a shift before its assignments arrive and until they are removed.
    return after ? [...shift, ...assignments] : [...assignments, ...shift]
  }

  async #deliver(changes: readonly Change[], as_of: string): Promise<void> {
    let checks = 0
    let sends = 0
    for (const change of changes) {
      for (const { topic, bindings, member, subscribers } of this.#groups.values()) {
        if (!isShownTo(change, member)) continue
        checks += bindings.length
        if (checks >= CHECKS_AT_ONCE) {
          checks = 0
          await yieldToEvents()
        }
        for (const push of pushesOf(change, { topic, bindings, as_of })) {
          for (const subscriber of subscribers) {
            // A client that misses a change must join again, and then reads everything.
            if (!subscriber.send(push)) subscriber.end('phx_error', 'resync')
            sends += 1
            if (sends % SENDS_AT_ONCE === 0) await yieldToEvents()
          }
        }
      }
    }
  }

  #endAll(): void {
    this.#is_gone = true
    this.#end([...this.#groups.values()])
  }

  #end(groups: readonly Group[]): void {
    for (const { subscribers } of groups) {
      for (const subscriber of subscribers) subscriber.end('phx_close', GONE)
    }
  }

  #countSubscribers(): number {
    return [...this.#groups.values()].reduce((total, { subscribers }) => total + subscribers.size, 0)
  }
}

const toKnown = ({ assignments, ...row }: ShiftReading): KnownShift => ({
  row,
  assignments: new Map(assignments.map((assignment) => [assignment.id, assignment])),
})

/** M1: a leader sees changes of the roles that they lead. */
function isShownTo({ shown_to, role_id }: Change, member: MemberView | undefined): boolean {
  if (!member) return shown_to !== 'members'
  return shown_to !== 'public' && (member.role_ids === undefined || member.role_ids.includes(role_id))
}

/** D22: an assignment is public while the person has the place. Before that it is shown as INVITED, after it as DECLINED;
 * an absence is not shown. */
function comparePublic(
  before: DirectStatus | undefined,
  after: DirectStatus | undefined,
  row: (status: DirectStatus) => Row,
): RowChange[] {
  const [had, has] = [before, after].map((status) => status !== undefined && isSignedUp(status))
  if (had === has) return []
  const old_record = before && row(had ? 'CONFIRMED' : 'INVITED')
  const record = after && row(has ? 'CONFIRMED' : 'DECLINED')
  return compareRows('assignment', old_record, record)
}

type RowChange = Omit<Change, 'shown_to' | 'role_id'>

function compareRows(table: DirectTable, old_record: Row | undefined, record: Row | undefined): RowChange[] {
  if (JSON.stringify(old_record) === JSON.stringify(record)) return []
  const type = !old_record ? 'INSERT' : record ? 'UPDATE' : 'DELETE'
  return [{ table, type, ...(record && { record }), ...(old_record && { old_record }), json: new Map() }]
}

/** Builds one push for each requested set of columns. */
function pushesOf(
  change: Change,
  { topic, bindings, as_of }: { topic: string; bindings: readonly Binding[]; as_of: string },
): Push[] {
  const ids = new Map<string, number[]>()
  for (const binding of bindings) {
    if (!isFollowed(change, binding)) continue
    const columns = columnsOf(binding).join()
    ids.set(columns, [...(ids.get(columns) ?? []), binding.id])
  }
  return [...ids].map(([columns, of_columns]) => {
    const payload = `{"ids":${JSON.stringify(of_columns)},"data":${dataJson(change, columns, as_of)}}`
    return buildPush(topic, 'postgres_changes', payload)
  })
}

const isFollowed = ({ table, type, record, old_record }: Change, binding: Binding): boolean =>
  binding.table === table &&
  (binding.event === '*' || binding.event === type) &&
  // A shift that leaves a role is a change for those who follow the role.
  [record, old_record].some((row) => row && binding.values.has(String(row[binding.column])))

const columnsOf = ({ table, select }: Binding): readonly string[] =>
  select ?? Object.keys(directTables[table].columns)

/** Serialises a change once for all topics. */
function dataJson(change: Change, columns: string, as_of: string): string {
  const known = change.json.get(columns)
  if (known !== undefined) return known
  const { table, type, record, old_record } = change
  const names = columns.split(',')
  const pick = (row: Row) => Object.fromEntries(names.map((name) => [name, row[name] ?? null]))
  const types: Record<string, string> = directTables[table].columns
  const json = JSON.stringify({
    schema: 'public',
    table,
    commit_timestamp: as_of,
    type,
    columns: names.map((name) => ({ name, type: types[name] })),
    ...(record && { record: pick(record) }),
    ...(old_record && { old_record: pick(old_record) }),
    errors: null,
  })
  change.json.set(columns, json)
  return json
}
