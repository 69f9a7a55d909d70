import { AsyncLocalStorage } from 'node:async_hooks'
import { escapeLiteral } from 'pg'

/** The request or task that causes what a transaction writes. */
export type Origin = {
  request_id?: string
  /** W3C Trace Context. Undefined: nothing is traced. */
  traceparent?: string | undefined
}

const origins = new AsyncLocalStorage<Origin>()

/** Messages that transactions in `work` insert store this origin (as the actor, decisions/0022). */
export function originateFrom<T>(origin: Origin, work: () => T): T {
  return origins.run(origin, work)
}

export const currentOrigin = (): Origin | undefined => origins.getStore()

/** The defaults of the columns `request_id` and `traceparent` read these settings. */
export function settingsOfOrigin(): string {
  const { request_id, traceparent } = currentOrigin() ?? {}
  return `${setLocal('app.request_id', request_id)}${setLocal('app.traceparent', traceparent)}`
}

const setLocal = (name: string, value: string | undefined) =>
  value === undefined ? '' : `; set local ${name} = ${escapeLiteral(value)}`
