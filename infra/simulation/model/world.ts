import { Clock } from '../clock.ts'
import { bytes } from '../frame-bytes.ts'
import { Histogram } from '../histogram.ts'
import type { Costs } from '../measured.ts'
import { openRandom, type Random } from '../random.ts'
import { Station } from '../station.ts'
import { Database } from './database.ts'
import { Line } from './line.ts'

export type Shift = { places: number; names_at_first: number; taken_by: Set<number> }

/** Change of a shift that viewers must see. */
export type Change = { shift: number; committed_at: number }

export type Settings = {
  seed: number
  processes: number
  database_cores: number
  /** Bits per second out of all processes together. */
  bits_per_s: number
  shifts: number
  places: number
  names_at_first?: number
  hides_names?: boolean
}

export const KINDS = [
  'loop',
  'turn',
  'queue',
  'look-ups',
  'pool',
  'cores',
  'row',
  'notify',
  'line',
  'confirmations',
] as const
export type Kind = (typeof KINDS)[number]

type StationsOfKind = { stations: Station[]; waits: Histogram }

/** Resources that all processes share, and the statistics of each kind of station. */
export class World {
  readonly clock = new Clock()
  readonly random: Random
  readonly costs: Costs
  readonly settings: Settings
  readonly shifts: Shift[]
  readonly database: Database
  readonly line: Line
  readonly outbox: Station
  /** Times from the commit until a viewer's frame has left, once for each viewer. */
  readonly shown = new Histogram()
  /** Number of frames that were not sent to viewers whose buffer was full. */
  skipped = 0
  viewers = 0
  /** Number of frames to each viewer, including those with the number of people at a form. */
  frames_sent = 0
  readonly #kinds = new Map<Kind, StationsOfKind>()

  constructor(costs: Costs, settings: Settings) {
    this.costs = costs
    this.settings = settings
    this.random = openRandom(settings.seed)
    const { shifts, places, names_at_first = 0 } = settings
    this.shifts = Array.from({ length: shifts }, () => ({ places, names_at_first, taken_by: new Set() }))
    this.database = new Database({
      random: this.random,
      costs,
      cores: this.addStation('cores', settings.database_cores),
      notify: this.addStation('notify', 1),
      rows: this.shifts.map(() => this.addStation('row', 1)),
    })
    this.line = new Line(this.addStation('line', 1), settings.bits_per_s)
    this.outbox = this.addStation('confirmations', 1)
  }

  /** Adds a station. All stations of a kind share the record of waiting. */
  addStation(kind: Kind, servers: number): Station {
    const { stations, waits } = this.stationsOf(kind)
    const station = new Station(this.clock, servers, waits)
    stations.push(station)
    return station
  }

  stationsOf(kind: Kind): StationsOfKind {
    const known = this.#kinds.get(kind) ?? { stations: [], waits: new Histogram() }
    this.#kinds.set(kind, known)
    return known
  }

  namesOn(shift: number): number {
    const { names_at_first, taken_by } = this.#shift(shift)
    return names_at_first + taken_by.size
  }

  isFull(shift: number): boolean {
    return this.namesOn(shift) >= this.#shift(shift).places
  }

  hasPlace(shift: number, person: number): boolean {
    return this.#shift(shift).taken_by.has(person)
  }

  take(shift: number, person: number): void {
    if (this.isFull(shift)) throw new Error('a shift was overbooked')
    this.#shift(shift).taken_by.add(person)
  }

  get confirmed(): number {
    return this.shifts.reduce((sum, { taken_by }) => sum + taken_by.size, 0)
  }

  get isAllTaken(): boolean {
    return this.shifts.every((_, shift) => this.isFull(shift))
  }

  bytesOf(shift: number): number {
    return bytes.shift + (this.settings.hides_names ? 0 : bytes.name * this.namesOn(shift))
  }

  get state_bytes(): number {
    return this.shifts.reduce((sum, _, shift) => sum + this.bytesOf(shift), bytes.frame)
  }

  #shift(shift: number): Shift {
    const found = this.shifts[shift]
    if (!found) throw new Error(`there is no shift ${shift}`)
    return found
  }
}
