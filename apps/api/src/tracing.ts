import { currentOrigin, originateFrom } from './db/origin.ts'

type Attributes = Record<string, string | number | boolean>

export type Span = {
  /** W3C Trace Context: the parent of what follows, in this process or another. */
  traceparent: string
  end(attributes?: Attributes, outcome?: 'failed'): void
}

/** Spans never hold addresses, names, texts, tokens or values of statements: names, ids and numbers only. */
export type Tracing = {
  start(name: string, given: { kind: SpanKind; parent: string | undefined; attributes?: Attributes }): Span
  /** Sends the ended spans that wait, but does not wait for a silent receiver. */
  close(): Promise<void>
}

export type SpanKind = 'server' | 'client' | 'producer' | 'internal'

/** What `work` inserts and asks is part of the task's trace. */
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

/** Only within a request or task: a statement alone says nothing. */
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

/** Verb and first table. Never the text: statements that begin a transaction contain values. */
function summaryOf(text: string): string {
  const [verb = 'statement'] = /[a-z]+/i.exec(text) ?? []
  const table = /^(select|insert|update|delete|with)$/i.test(verb) ? TARGET.exec(text)?.[1] : undefined
  return [verb.toLowerCase(), table].filter((part) => part !== undefined).join(' ')
}
