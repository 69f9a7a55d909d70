import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { contract } from '@muster/contract/contract'
import { notesOf } from '@muster/contract/endpoint'
import type { ErrorCode } from '@muster/contract/errors'
import { listEndpoints } from '@muster/contract/openapi/document'
import { isAuthService, refusalsOf } from '@muster/contract/refusals'
import type { AppRoute } from '@ts-rest/core'

/**
 * Codes that need one test each, because one handler or hook answers them for every operation. The last occurs only
 * if a factor is added between the access check and the lock.
 */
const ONCE: readonly ErrorCode[] = ['rate_limited', 'internal', 'busy', 'insufficient_aal']

type Answer = { method: string; path: string; status: number; code?: string | undefined }

/** `path` has `{name}` for parameters. */
export const nameOfAnswer = ({ method, path: template, status, code = '' }: Answer): string =>
  `${method} ${template} ${status} ${code}`.trimEnd()

/** Fails the run unless its tests have seen every answer of the API description. */
export function requireAllAnswers(folder: string): void {
  const unseen = listUnseen(
    readdirSync(folder).flatMap((file) => readFileSync(path.join(folder, file), 'utf8').split('\n')),
  )
  if (unseen.length === 0) return
  process.stderr.write(`${['No test has seen these described answers:', ...unseen].join('\n')}\n`)
  process.exitCode = 1
}

export function listUnseen(names: readonly string[]): string[] {
  const seen = new Set(names.map(requiredOf))
  const required = new Set(listDescribed().map(requiredOf))
  return [...required].filter((name) => !seen.has(name))
}

/** Leaves out the auth service: its client uses a socket (`auth-client.test.ts`), where nothing is listed. */
export const listDescribed = (): string[] =>
  listEndpoints(contract).flatMap(({ route }) => (isAuthService(route) ? [] : listAnswers(route)))

const requiredOf = (name: string) => ONCE.find((code) => name.endsWith(` ${code}`)) ?? name

function listAnswers(route: AppRoute): string[] {
  const operation = { method: route.method, path: route.path.replaceAll(/:(\w+)/g, '{$1}') }
  const statuses = Object.keys(route.responses)
    .map(Number)
    .filter((status) => status < 300)
  const answers: Omit<Answer, 'method' | 'path'>[] = [
    ...[...statuses, ...(notesOf(route).has_etag ? [304] : [])].map((status) => ({ status })),
    ...Array.from(refusalsOf(route), ([status, codes]) => codes.map((code) => ({ status, code }))).flat(),
  ]
  return answers.map((answer) => nameOfAnswer({ ...operation, ...answer }))
}
