import type { APIRequestContext } from '@playwright/test'
import { type Account, authenticatorCode, makeAccount } from './account.ts'
import { awaitMessage, expect, type Page, test } from './journey.ts'
import { allowedPort, serveClientPage } from './serve-client-page.ts'

/* apps/api/src/protocols/supabase/auth-service/auth-client.test.ts tests the same in Node, with the clock moved. */

const NEW_PASSWORD = 'seven green tents'

let served: Awaited<ReturnType<typeof serveClientPage>>
let foreign: Awaited<ReturnType<typeof serveClientPage>>
test.beforeAll(async ({ baseURL }) => {
  const api = baseURL ?? ''
  const source = new URL('auth-page.ts', import.meta.url)
  served = await serveClientPage({ source, port: allowedPort(), api })
  foreign = await serveClientPage({ source, port: 0, api })
})
test.afterAll(() => Promise.all([served.stop(), foreign.stop()]))

for (const version of ['2.69.1', '2.119.1']) {
  test(`version ${version} of the public auth client, on a page of another origin (D10)`, async ({
    browser,
    request,
    baseURL,
  }) => {
    const account = await makeAccount(baseURL ?? '')
    const address = `${served.origin}/${version}`
    const openPage = async () => {
      const page = await (await browser.newContext()).newPage()
      await page.goto(address)
      return page
    }
    const page = await openPage()

    await test.step('refuses a wrong password with the code of its header', async () => {
      const wrong = await signIn(page, { ...account, password: 'wrong' })
      expect(wrong).toMatchObject({ code: 'invalid_credentials', status: 400 })
    })

    await test.step('signs in, keeps the session over a reload and refreshes it', async () => {
      expect(await signIn(page, account)).toBeNull()
      await page.reload()
      const user = await page.evaluate(async () => (await window.authClient.getUser()).data.user)
      expect(user).toMatchObject({ email: account.email, aud: 'authenticated' })
      expect(await page.evaluate(() => window.authEvents)).toContain('INITIAL_SESSION')
      const [before, after] = await page.evaluate(async () => {
        const { data } = await window.authClient.getSession()
        const refreshed = await window.authClient.refreshSession()
        return [data.session?.refresh_token, refreshed.data.session?.refresh_token]
      })
      expect(after).toMatch(/./)
      expect(after).not.toBe(before)
    })

    await test.step('recovers the account by a link with a code (PKCE)', async () => {
      await page.evaluate(() => window.authClient.signOut({ scope: 'local' }))
      expect(await readEmail(page)).toBeUndefined()
      const asked = await page.evaluate(
        async ({ email, redirectTo }) => {
          const { error } = await window.authClient.resetPasswordForEmail(email, { redirectTo })
          return error
        },
        { email: account.email, redirectTo: address },
      )
      expect(asked).toBeNull()
      const link = await readLink(request, account)
      expect(link.origin).toBe(served.origin)
      // Negative control: a browser that did not ask gets no session from the link.
      const stranger = await openPage()
      await stranger.goto(link.href)
      expect(await readEmail(stranger)).toBeUndefined()

      await page.goto(link.href)
      expect(await readEmail(page)).toBe(account.email)
      const changed = await page.evaluate(async (password) => {
        const { data, error } = await window.authClient.updateUser({ password })
        return { email: data.user?.email, error }
      }, NEW_PASSWORD)
      expect(changed).toEqual({ email: account.email, error: null })
    })

    const changed = { ...account, password: NEW_PASSWORD }
    const secret = await test.step('adds an authenticator app', async () => {
      const enrolled = await page.evaluate(async () => {
        const { data } = await window.authClient.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
        if (data?.type !== 'totp') throw new Error('not enrolled')
        const challenge = await window.authClient.mfa.challenge({ factorId: data.id })
        return { factorId: data.id, challengeId: challenge.data?.id ?? '', secret: data.totp.secret }
      })
      const { factorId, challengeId } = enrolled
      const verify = (code: string) =>
        page.evaluate(
          async (params) => {
            const { error } = await window.authClient.mfa.verify(params)
            return error && { code: error.code, status: error.status }
          },
          { factorId, challengeId, code },
        )
      const wrong = { code: 'mfa_verification_failed', status: 422 }
      expect(await verify('000000')).toEqual(wrong)
      expect(await verify(authenticatorCode(enrolled.secret))).toBeNull()
      expect(await readLevels(page)).toEqual(['aal2', 'aal2'])
      return enrolled.secret
    })

    const other = await openPage()
    await test.step('asks a second browser for the code', async () => {
      expect(await signIn(other, changed)).toBeNull()
      expect(await readLevels(other)).toEqual(['aal1', 'aal2'])
      const error = await other.evaluate(
        async (code) => {
          const { data } = await window.authClient.mfa.listFactors()
          const factorId = data?.totp[0]?.id ?? ''
          return (await window.authClient.mfa.challengeAndVerify({ factorId, code })).error
        },
        authenticatorCode(secret, 1),
      )
      expect(error).toBeNull()
      expect(await readLevels(other)).toEqual(['aal2', 'aal2'])
    })

    await test.step('ends the other sessions, then its own, then all', async () => {
      await page.evaluate(() => window.authClient.signOut({ scope: 'others' }))
      expect(await readEmail(page)).toBe(account.email)
      expect(await readEmail(other)).toBeUndefined()
      expect(await signIn(other, changed)).toBeNull()
      await page.evaluate(() => window.authClient.signOut({ scope: 'local' }))
      expect(await readEmail(page)).toBeUndefined()
      expect(await readEmail(other)).toBe(account.email)
      expect(await signIn(page, changed)).toBeNull()
      // D64: without the second factor a session ends only itself.
      await page.evaluate(() => window.authClient.signOut({ scope: 'global' }))
      expect(await readEmail(page)).toBeUndefined()
      expect(await readEmail(other)).toBe(account.email)
      await other.evaluate(() => window.authClient.signOut({ scope: 'global' }))
      expect(await readEmail(other)).toBeUndefined()
    })
    await Promise.all([page, other].map((each) => each.context().close()))
  })
}

test('a page of another origin reads the version header; of one that is not allowed it gets no answer', async ({
  page,
  baseURL,
}) => {
  const readVersion = (api: string) =>
    page.evaluate(async (url) => {
      const headers = {
        apikey: 'anonymous',
        'x-client-info': 'auth-js',
        'x-supabase-api-version': '2024-01-01',
      }
      const answer = await fetch(`${url}/auth/v1/user`, { headers }).catch(() => undefined)
      return answer && { status: answer.status, version: answer.headers.get('x-supabase-api-version') }
    }, api)
  await page.goto(served.origin)
  expect(await readVersion(baseURL ?? '')).toEqual({ status: 401, version: '2024-01-01' })
  await page.goto(foreign.origin)
  expect(await readVersion(baseURL ?? '')).toBeUndefined()
})

const signIn = (page: Page, { email, password }: Account) =>
  page.evaluate(
    async (credentials) => {
      const { error } = await window.authClient.signInWithPassword(credentials)
      return error && { code: error.code, status: error.status }
    },
    { email, password },
  )

const readEmail = (page: Page) =>
  page.evaluate(async () => (await window.authClient.getUser()).data.user?.email)

const readLevels = (page: Page) =>
  page.evaluate(async () => {
    const { data } = await window.authClient.mfa.getAuthenticatorAssuranceLevel()
    return [data?.currentLevel, data?.nextLevel]
  })

async function readLink(request: APIRequestContext, { email }: Account): Promise<URL> {
  const { text } = await awaitMessage(request, email)
  return new URL(/http:\S+code=\S+/.exec(text)?.[0] ?? '')
}
