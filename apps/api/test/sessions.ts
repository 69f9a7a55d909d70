import { newId } from '../src/db/ids.ts'
import { insertAccount } from '../src/features/session/account-queries.ts'
import { hashPassword } from '../src/features/session/passwords.ts'
import type { TestApp } from './app.ts'

/** Hash of `three blue bikes`, so that tests need not compute it with argon2. */
export const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$h5MDMtbhe8OB0ecMGbitOQ$iov8fQdp93HryCUXdHDOMb6IjF+Znu7jHS9k4FubDuQ'

export type BuiltAccount = { id: string; email: string; password: string }

/** Computes one argon2 hash; `buildAdministrator` is faster. */
export async function buildAccount(
  { deps }: TestApp,
  { email = `${newId()}@muster.example`, password = 'three blue bikes' } = {},
): Promise<BuiltAccount> {
  const id = newId()
  const password_hash = await hashPassword(password)
  await deps.db.system((tx) => insertAccount(tx, { id, email, password_hash, language: 'en' }))
  return { id, email, password }
}

type Credentials = { email: string; password: string }

/** Returns the body of `POST /auth/login`. */
export const credentialsOf = ({ email, password }: Credentials) => ({ email, password })

export type Browser = ReturnType<typeof openBrowser>

export function openBrowser(api: TestApp, cookie?: string) {
  const browser = {
    cookie,
    token: undefined as string | undefined,
    login: (account: Credentials) => post('login', {}, credentialsOf(account)),
    refresh: () => browser.send('refresh'),
    async send(path: 'refresh' | 'logout', headers: Record<string, string> = {}) {
      const answer = await post(path, headers)
      const body: { token?: string; code?: string } = answer.body === '' ? {} : answer.json()
      return { status: answer.statusCode, ...body }
    },
  }

  async function post(path: string, headers: Record<string, string>, payload?: object) {
    const answer = await api.inject({
      method: 'POST',
      url: `/auth/${path}`,
      headers,
      ...(browser.cookie !== undefined && { cookies: { muster_refresh: browser.cookie } }),
      ...(payload && { payload }),
    })
    const [set] = answer.cookies.filter(({ name }) => name === 'muster_refresh')
    if (set) browser.cookie = set.value === '' ? undefined : set.value
    if (answer.statusCode === 200) browser.token = answer.json<{ token: string }>().token
    return answer
  }

  return browser
}
