import { id as idField } from '@muster/contract/fields'
import { z } from 'zod'
import { JoinRefused } from '../../../live/join-budget.ts'

/* Reads what the public realtime client asks for when it joins. Refusals have the form `<Code>: <text>`. */

/** All columns that are sent, with the types that the client uses to convert values. */
export const directTables = {
  assignment: {
    columns: { id: 'uuid', shift_id: 'uuid', person_id: 'uuid', status: 'text' },
    filters: ['shift_id'],
  },
  shift: {
    columns: {
      id: 'uuid',
      event_id: 'uuid',
      role_id: 'uuid',
      start_dt: 'timestamptz',
      end_dt: 'timestamptz',
      required_qty: 'int4',
    },
    filters: ['event_id', 'role_id', 'id'],
  },
} as const satisfies Record<string, { columns: Record<string, string>; filters: readonly string[] }>

export type DirectTable = keyof typeof directTables
export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE'
export type FilterColumn = 'shift_id' | 'event_id' | 'role_id' | 'id'

const MAX_BINDINGS = 20
/** Maximum number of ids in all bindings of a join. */
const MAX_IDS = 500

const binding = z.object({
  event: z.enum(['*', 'INSERT', 'UPDATE', 'DELETE']),
  schema: z.string().max(100),
  table: z.string().max(100).optional(),
  filter: z.string().max(60_000).optional(),
  select: z.array(z.string().max(100)).min(1).max(50).optional(),
})

const joinPayload = z.object({
  config: z
    .object({
      postgres_changes: z.array(binding).max(MAX_BINDINGS).default([]),
      presence: z.object({ key: z.string().max(100).default('') }).default({ key: '' }),
      private: z.boolean().default(false),
    })
    .prefault({}),
  access_token: z.string().max(4_096).nullish(),
})

export type Binding = {
  /** Starts at 1: the client takes 0 for none. */
  id: number
  event: '*' | ChangeType
  table: DirectTable
  /** Undefined: all columns. */
  select: readonly string[] | undefined
  column: FilterColumn
  values: ReadonlySet<string>
}

export type DirectJoin = {
  bindings: Binding[]
  /** Bindings for the reply. The client leaves unless they come back unchanged and in order. */
  echoed: object[]
  presence_key: string
  /** Access token of a session, or any other string that the client uses as its key. */
  token: string | undefined
}

export function readDirectJoin(payload: unknown): DirectJoin {
  const parsed = joinPayload.safeParse(payload ?? {})
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new JoinRefused(`InvalidConfig: ${issue?.path.join('.') ?? ''} is not as expected`)
  }
  const { postgres_changes, presence, private: isPrivate } = parsed.data.config
  if (isPrivate) throw new JoinRefused('Unauthorized: there are no private channels')
  // Counts before reading: 1,600 ids fit into a frame, and reading them takes 17 ms (measured).
  const ids = postgres_changes.flatMap(({ filter = '' }) => filter.split(',')).length
  if (ids > MAX_IDS) throw new JoinRefused(`TooManyIds: a channel follows at most ${MAX_IDS}`)
  return {
    bindings: postgres_changes.map((given, i) => readBinding(given, i + 1)),
    echoed: postgres_changes.map((given, i) => ({ id: i + 1, ...given })),
    presence_key: presence.key,
    token: parsed.data.access_token ?? undefined,
  }
}

function readBinding({ event, schema, table, filter, select }: z.infer<typeof binding>, id: number): Binding {
  if (schema !== 'public' || !isDirectTable(table)) {
    throw new JoinRefused('UnknownTable: only public.assignment and public.shift can be followed')
  }
  const unknown = select?.find((column) => !Object.hasOwn(directTables[table].columns, column))
  if (unknown !== undefined) throw new JoinRefused(`UnknownColumn: ${table} has no column ${unknown}`)
  return { id, event, table, select, ...readFilter(table, filter) }
}

const isDirectTable = (name: string | undefined): name is DirectTable =>
  name !== undefined && Object.hasOwn(directTables, name)

function readFilter(table: DirectTable, filter = ''): Pick<Binding, 'column' | 'values'> {
  const {
    column: name,
    one,
    many,
  } = /^(?<column>\w+)=(?:eq\.(?<one>.*)|in\.\((?<many>.*)\))$/.exec(filter)?.groups ?? {}
  const columns: readonly FilterColumn[] = directTables[table].filters
  const column = columns.find((each) => each === name)
  if (!column) {
    throw new JoinRefused(`InvalidFilter: ${table} is followed by eq or in of ${columns.join(', ')}`)
  }
  const values = (one === undefined ? (many ?? '').split(',') : [one]).map(readId)
  return { column, values: new Set(values) }
}

function readId(text: string): string {
  const { data } = idField.safeParse(text.replace(/^"(.*)"$/, '$1'))
  if (data === undefined) throw new JoinRefused('InvalidFilter: a value is not an id')
  return data
}
