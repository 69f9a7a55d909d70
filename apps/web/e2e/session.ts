import { type APIRequestContext, expect } from '@playwright/test'

export const administrator = { email: 'demo@muster.example', password: 'muster-demo-2026' }
export const society = 'Kulturföreningen Solsidan'
export const club = 'Lunds Bollklubb Ungdom'

export type Session = { token: string; organization_id: string }

/** Milliseconds after which the token is renewed, less than its lifetime (D7). */
const RENEWED_AFTER_MS = 10 * 60_000

let session: { since: number; token: string; organizations: { id: string; name: string }[] } | undefined

/** Signs in once per worker, because an account may sign in only ten times a minute. */
export async function openSession(request: APIRequestContext, organization = society): Promise<Session> {
  if (!session || Date.now() - session.since > RENEWED_AFTER_MS) {
    const { token } = await (await request.post('/auth/login', { data: administrator })).json()
    const headers = { authorization: `Bearer ${token}` }
    const mine = await request.get('/api/my-organizations', { headers })
    session = { since: Date.now(), token, organizations: await mine.json() }
  }
  const found = session.organizations.find(({ name }) => name === organization)
  if (!found) throw new Error(`the demo data have no ${organization}`)
  return { token: session.token, organization_id: found.id }
}

type Call = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  data?: object
  organization?: string
  /** Accepts a 404, for a deletion. */
  mayBeGone?: boolean
}

export async function callApi(
  request: APIRequestContext,
  path: string,
  { data, method = data ? 'POST' : 'GET', organization, mayBeGone = false }: Call = {},
) {
  const { token, organization_id } = await openSession(request, organization)
  const headers = { authorization: `Bearer ${token}`, 'x-organization-id': organization_id }
  const answer = await request.fetch(path, { method, headers, ...(data && { data }) })
  if (mayBeGone && answer.status() === 404) return undefined
  expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true)
  return answer.status() === 204 ? undefined : answer.json()
}
