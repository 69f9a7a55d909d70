import type { PoolClient } from 'pg'
import { startStatement, type Tracing } from '../tracing.ts'

/** Replaces `query` of one connection. The pool's own queries pass a callback. */
export function traceStatements(client: PoolClient, tracing: Tracing): void {
  const send: (...given: unknown[]) => unknown = client.query.bind(client)
  const query = (...given: unknown[]): unknown => {
    const span = startStatement(tracing, readStatement(given[0]))
    if (!span) return send(...given)
    const end = (error?: unknown) => span.end({}, error ? 'failed' : undefined)
    const callback = given.at(-1)
    if (typeof callback === 'function') {
      return send(...given.slice(0, -1), (error: unknown, result: unknown) => {
        end(error)
        Reflect.apply(callback, undefined, [error, result])
      })
    }
    const sent = send(...given)
    if (sent instanceof Promise) sent.then(() => end(), end)
    return sent
  }
  Object.assign(client, { query })
}

function readStatement(config: unknown): { name?: string; text: string } {
  if (typeof config !== 'object' || config === null || !('text' in config)) return { text: String(config) }
  const name = 'name' in config && typeof config.name === 'string' ? config.name : undefined
  return { text: String(config.text), ...(name !== undefined && { name }) }
}
