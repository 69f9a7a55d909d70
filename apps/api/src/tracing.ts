import { currentOrigin, originateFrom } from './db/origin.ts'

type Attributes = Record<string, string | number | boolean>

export type Span = {
  /** W3C Trace Context for child spans, in this process or another. */
  traceparent: string
  end(attributes?: Attributes, outcome?: 'failed'): void
}

/** Spans never hold addresses, names, texts, tokens or values of statements: names, ids and numbers only. */
export type Tracing = {
  start(name: string, given: SpanOptions): Span
  /** Sends the ended spans that are queued, but does not wait for a silent receiver. */
  close(): Promise<void>
}

type SpanOptions = {
  kind: SpanKind
  parent: string | undefined
  attributes?: Attributes
  /** A span of another trace that led to this one. */
  link?: string
  /** Milliseconds since the epoch. Default: now. */
  started_at?: number
}

export type SpanKind = 'server' | 'client' | 'producer' | 'internal'

/** Starts a trace for a task. The inserts and queries of `work` become part of it. */
export async function traceTask<T>(
  tracing: Tracing | undefined,
  task: string,
  work: () => Promise<T>,
): Promise<T> {
  if (!tracing) return work()
  const span = tracing.start(`task ${task}`, { kind: 'internal', parent: undefined })
  try {
    const result = await originateFrom({ traceparent: span.traceparent }, work)
    span.end()
    return result
  } catch (error) {
    span.end({}, 'failed')
    throw error
  }
}

/** Traces a call of a provider under the message, request or task that makes it. `work` may add attributes. */
export async function traceCall<T>(
  tracing: Tracing | undefined,
  { name, attributes }: { name: string; attributes: Attributes },
  work: (note: (attributes: Attributes) => void) => Promise<T>,
): Promise<T> {
  const parent = currentOrigin()?.traceparent
  if (!tracing || parent === undefined) return work(() => undefined)
  const span = tracing.start(name, { kind: 'client', parent, attributes })
  let noted: Attributes = {}
  try {
    const result = await work((more) => {
      noted = more
    })
    span.end(noted)
    return result
  } catch (error) {
    span.end(noted, 'failed')
    throw error
  }
}

/** Returns undefined outside of requests and tasks: a statement alone says nothing. */
export function startStatement(
  tracing: Tracing,
  statement: { name?: string; text: string },
): Span | undefined {
  const parent = currentOrigin()?.traceparent
  if (parent === undefined) return undefined
  const summary = statement.name ?? summaryOf(statement.text)
  return tracing.start(summary, {
    kind: 'client',
    parent,
    attributes: { 'db.system.name': 'postgresql', 'db.query.summary': summary },
  })
}

const TARGET = /\b(?:insert\s+into|update|delete\s+from|from)\s+"?([a-z_]+)/i

/** Returns verb and first table, never the text: statements that begin a transaction contain values. */
function summaryOf(text: string): string {
  const [verb = 'statement'] = /[a-z]+/i.exec(text) ?? []
  const table = /^(select|insert|update|delete|with)$/i.test(verb) ? TARGET.exec(text)?.[1] : undefined
  return [verb.toLowerCase(), table].filter((part) => part !== undefined).join(' ')
}
