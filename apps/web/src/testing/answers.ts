import type { contract } from '@muster/contract/contract'
import type { ErrorBody } from '@muster/contract/errors'
import { routes } from '@muster/contract/routes'
import type { BatchPreview } from '@muster/contract/shifts'
import { HttpResponse, http } from 'msw'
import type { Answer } from '../api/call.ts'
import { server } from './server.ts'

type Feature = keyof typeof routes
type Endpoint<F extends Feature> = keyof (typeof contract)[F] & string

/** Requests that have arrived, oldest first. */
export type Asked = { path: string; query: string; body: unknown; headers: Headers }[]

export function answer<F extends Feature, E extends Endpoint<F>>(
  feature: F,
  endpoint: E,
  body: Answer<F, E>,
  headers: Record<string, string> = {},
): Asked {
  return handle(feature, endpoint, () => success(body, headers))
}

/** Answers with the first pages of a list, in order. The last one names no next page. */
export function answerPages<F extends Feature, E extends Endpoint<F>>(
  feature: F,
  endpoint: E,
  pages: Answer<F, E>[],
): Asked {
  let next = 0
  return handle(feature, endpoint, () => {
    const page = pages[next]
    next += 1
    const link = `<https://muster.example/list?cursor=page-${next}&limit=1>; rel="next"`
    if (page === undefined) return new HttpResponse(null, { status: 404 })
    return HttpResponse.json(page, next < pages.length ? { headers: { link } } : {})
  })
}

/** Refuses each request. If the body has no `error`, the screen shows its own text. */
export function refuse<F extends Feature>(
  feature: F,
  endpoint: Endpoint<F>,
  { status = 500, ...body }: { status?: number } & Partial<ErrorBody> = {},
): Asked {
  return handle(feature, endpoint, () => HttpResponse.json(body, { status }))
}

/** Lets the request arrive, but not its answer. */
export function lose<F extends Feature>(feature: F, endpoint: Endpoint<F>): Asked {
  return handle(feature, endpoint, () => HttpResponse.error())
}

/** Answers when the returned function is called. */
export function hold<F extends Feature, E extends Endpoint<F>>(
  feature: F,
  endpoint: E,
  body: Answer<F, E>,
): () => void {
  let letGo: (() => void) | undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  handle(feature, endpoint, async () => {
    await held
    return success(body)
  })
  return () => letGo?.()
}

/** Answers dry runs of a batch (D46), which the other functions leave alone. */
export function answerDryRun(preview: BatchPreview): Asked {
  return handle('shifts', 'saveBatch', () => success<'shifts', 'saveBatch'>(preview), true)
}

export function stall<F extends Feature>(feature: F, endpoint: Endpoint<F>): Asked {
  return handle(feature, endpoint, () => new Promise(() => undefined))
}

function success<F extends Feature, E extends Endpoint<F>>(
  body: Answer<F, E>,
  headers: Record<string, string> = {},
): Response {
  return body === undefined
    ? new HttpResponse(null, { status: 204, headers })
    : HttpResponse.json(body, { headers })
}

let test = 0

/** Drops all pending answers, which would otherwise reach the next test. */
export function endAnswers(): void {
  test += 1
  server.resetHandlers()
}

function handle<F extends Feature>(
  feature: F,
  endpoint: Endpoint<F>,
  reply: () => Response | Promise<Response>,
  forDryRuns = false,
): Asked {
  const found = Object.entries<{ method: string; path: string }>(routes[feature]).find(
    ([name]) => name === endpoint,
  )
  if (!found) throw new Error(`No route ${feature}.${endpoint}`)
  const [, { method, path }] = found
  const asked: Asked = []
  const ofTest = test
  server.use(
    http.all(`*${path}`, async ({ request }) => {
      if (request.method !== method) return undefined
      const { pathname, search } = new URL(request.url)
      const text = await request.clone().text()
      const body: unknown = text === '' ? undefined : JSON.parse(text)
      if (isDryRun(body) !== forDryRuns) return undefined
      asked.push({ path: pathname, query: search, body, headers: request.headers })
      const response = await reply()
      return ofTest === test ? response : new Promise(() => undefined)
    }),
  )
  return asked
}

function isDryRun(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'dry_run' in body && body.dry_run === true
}
