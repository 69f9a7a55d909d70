import type { Route, WebSocketRoute } from '@playwright/test'
import { changeStatus, invite, planFestival, takePlace } from './festival.ts'
import { awaitMessage, desktop, expect, type Page, phone, takeShift, test } from './journey.ts'
import { fillSignup, SIGNUP } from './public-states.ts'
import { callApi } from './session.ts'

const done = { name: 'You’re signed up, Åsa', level: 1 } as const
const reloaded = { name: 'You signed up, Åsa', level: 1 } as const
const send = (page: Page) => page.getByRole('button', { name: 'Sign up' })

test('a double press on a slow line takes one place', async ({ journey, request }) => {
  const { event_id, empty } = await planFestival(request)
  const page = await journey.open(phone)
  let sent = 0
  await page.route(SIGNUP, async (route) => {
    if (route.request().method() === 'POST') {
      sent++
      await new Promise((resolve) => setTimeout(resolve, 1_500))
    }
    await route.continue()
  })
  await page.goto(`/e/${event_id}/shifts/${empty.id}/signup`)
  await fillSignup(page, `twice.${Date.now()}@example.org`)
  await send(page).dblclick()
  await page.getByRole('button', { name: 'Signing up…' }).click({ force: true })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', done)).toBeVisible()
  expect(sent).toBe(1)

  await page.reload()
  await expect(page.getByRole('heading', reloaded)).toBeVisible()
  await page.getByRole('link', { name: 'Back to the event' }).click()
  await expect(page.getByText('Åsa Öberg')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', reloaded)).toBeVisible()
  expect(sent).toBe(1)
})

test('an answer that is lost on the way: the next attempt brings the same place', async ({
  journey,
  request,
}) => {
  const { event_id, empty } = await planFestival(request)
  const page = await journey.open(phone)
  const keys: (string | undefined)[] = []
  await page.route(SIGNUP, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    // The server has carried out the request, but its answer is lost.
    await route.fetch()
    return route.abort('connectionreset')
  })
  journey.expectRefusal(/ERR_CONNECTION_RESET/)
  await page.goto(`/e/${event_id}/shifts/${empty.id}/signup`)
  await fillSignup(page, `lost.${Date.now()}@example.org`)
  await send(page).click()
  await expect(page.getByText(/^The server has not answered yet/)).toBeVisible()
  await expect(page.getByRole('heading', done)).toBeVisible()
  expect(keys).toHaveLength(2)
  expect(keys[1]).toBe(keys[0])
  const { shifts } = await callApi(request, `/admin/shifts?event_id=${event_id}`)
  const taken: { id: string; assignment: object[] }[] = shifts
  expect(taken.find(({ id }) => id === empty.id)?.assignment).toHaveLength(1)
})

test('the last place goes while somebody fills in the form', async ({ journey, request }) => {
  const { event_id, empty } = await planFestival(request)
  const page = await journey.open(phone)
  await page.goto(`/e/${event_id}`)
  await takeShift(page.getByRole('article').last())
  await fillSignup(page, `late.${Date.now()}@example.org`)
  for (const name of ['Anna', 'Maja', 'Åke']) await takePlace(request, empty, name)
  await expect(page.getByRole('button', { name: 'Full' })).toBeDisabled()
  await page.getByRole('link', { name: 'See other shifts' }).click()
  await takeShift(page.getByRole('article').first())
  await expect(page.locator('input[name=last_name]')).toHaveValue('Öberg')
  await send(page).click()
  await expect(page.getByRole('heading', done)).toBeVisible()
})

test('two tabs on the same shift: the second is told, and keeps what it has', async ({
  journey,
  request,
}) => {
  const { event_id, empty } = await planFestival(request)
  const first = await journey.open(desktop)
  const second = await first.context().newPage()
  const email = `tabs.${Date.now()}@example.org`
  for (const tab of [first, second]) {
    await tab.goto(`/e/${event_id}/shifts/${empty.id}/signup`)
    await fillSignup(tab, email)
  }
  await send(first).click()
  await expect(first.getByRole('heading', done)).toBeVisible()
  await send(second).click()
  await expect(second.getByText('What you filled in is kept.')).toBeVisible()
  await second.getByRole('button', { name: 'Back to the form' }).click()
  await expect(second.locator('input[name=email]')).toHaveValue(email)
})

test('a reload in the middle loses nothing', async ({ journey, request }) => {
  const { event_id, empty } = await planFestival(request)
  const page = await journey.open(phone)
  await page.goto(`/e/${event_id}/shifts/${empty.id}/signup`)
  await fillSignup(page, 'asa@example.org')
  await page.reload()
  await expect(page.locator('input[name=email]')).toHaveValue('asa@example.org')
  await expect(page.locator('input[name=acceptedTerms]')).toBeChecked()
})

test('offline, a chosen shift opens the form that was loaded ahead', async ({ browser, request }) => {
  const { event_id } = await planFestival(request)
  // This is not a context of `journey`, because offline requests are console errors.
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  await page.goto(`/e/${event_id}`)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await takeShift(page.getByRole('article').first())
  await expect(page.locator('input[name=first_name]')).toBeVisible()
  await page.getByRole('link', { name: 'Terms of use' }).click()
  await expect(page.getByText('You are offline. The page opens when you are connected again.')).toBeVisible()
  await expect(page.locator('input[name=first_name]')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of use' })).toBeVisible()
  await context.close()
})

test('offline, the event opens from a copy with its time, and goes on when the server answers', async ({
  browser,
  request,
}) => {
  const { event_id } = await planFestival(request)
  const context = await browser.newContext({ ...phone, serviceWorkers: 'allow' })
  const page = await context.newPage()
  const copied = page.getByText(/^No contact with the server\. As of \d\d:\d\d\.$/)
  await page.goto(`/e/${event_id}`)
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(async (path) => {
    const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
    const needed = [path, ...files.filter((file) => file.startsWith('/assets/'))]
    const kept = await Promise.all(needed.map((each) => caches.match(each)))
    return files.some((file) => file.includes('/signup-page-')) && !kept.includes(undefined)
  }, `/e/${event_id}`)
  await expect(copied).toBeHidden()

  await context.setOffline(true)
  await page.reload()
  await expect(copied).toBeVisible()
  await takeShift(page.getByRole('article').first())
  await fillSignup(page, `copy.${Date.now()}@example.org`)
  await send(page).click()
  // After a reload Chromium's simulated loss of the line no longer counts as offline.
  await expect(page.getByText(/^(You are offline|The server has not answered yet)\./)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Stop trying' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', done)).toBeVisible()
  await page.goto(`/e/${event_id}`)
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(copied).toBeHidden()
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return all.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept.filter((path) => !path.startsWith('/assets/'))).toEqual([`/e/${event_id}`])
  await context.close()
})

test('taps before the scripts are there are not lost', async ({ browser, request }) => {
  const { event_id } = await planFestival(request)
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  const held: Route[] = []
  await page.route(/\/assets\/public-[\w-]{8}\.js/, (route) => void held.push(route))
  await page.goto(`/e/${event_id}`, { waitUntil: 'commit' })
  await page.getByRole('link', { name: 'QR code' }).click()
  await expect(page).toHaveURL(/#qr$/)
  await Promise.all(held.map((route) => route.continue()))
  await expect(page.getByRole('dialog')).toBeVisible()
  await context.close()
})

test('an event that is removed while somebody looks at it says so', async ({ journey, request }) => {
  const { event_id } = await planFestival(request)
  const page = await journey.open(phone)
  await page.goto(`/e/${event_id}`)
  await expect(page.getByRole('article')).toHaveCount(3)
  await page.waitForLoadState('networkidle')
  await callApi(request, `/admin/events/${event_id}?notify=false`, { method: 'DELETE' })
  await expect(page.getByRole('heading', { level: 1, name: /has been removed$/ })).toBeVisible()
  await expect(page.getByText('Connection error.')).toHaveCount(0)
})

test('an invitation to a shift that fills says so, and asks again when a place is free', async ({
  journey,
  request,
}) => {
  const { empty } = await planFestival(request)
  const { link } = await invite(request, empty, 'Björn')
  const page = await journey.open(phone)
  await page.goto(link)
  await expect(page.getByRole('button', { name: 'Confirm' })).toBeVisible()
  for (const name of ['Anna', 'Maja']) await takePlace(request, empty, name)
  const last = await invite(request, empty, 'Åke')
  await changeStatus(request, last.id, 'CONFIRMED')
  await expect(page.getByRole('heading', { level: 1, name: 'Björn, this shift is full' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Decline' })).toBeVisible()
  await changeStatus(request, last.id, 'DECLINED')
  await expect(page.getByRole('button', { name: 'Confirm' })).toBeVisible()
})

test('back and forward in the middle lose nothing', async ({ journey, request }) => {
  const { event_id } = await planFestival(request)
  const page = await journey.open(phone)
  await page.goto(`/e/${event_id}`)
  await takeShift(page.getByRole('article').first())
  await page.locator('input[name=first_name]').fill('Åsa')
  await page.goBack()
  await expect(page.getByRole('article')).toHaveCount(3)
  await page.goForward()
  await expect(page.locator('input[name=first_name]')).toHaveValue('Åsa')
})

test('the line goes down and comes back: it is said, and the numbers are right', async ({
  journey,
  request,
}) => {
  const { event_id, empty } = await planFestival(request)
  const page = await journey.open(phone)
  let isDown = false
  const sockets: WebSocketRoute[] = []
  await page.routeWebSocket(/\/live/, (socket) => {
    if (isDown) {
      void socket.close()
    } else {
      sockets.push(socket)
      socket.connectToServer()
    }
  })
  await page.goto(`/e/${event_id}`)
  const card = page.getByRole('article').last()
  await expect(card.getByText('3 spots left')).toBeVisible()
  await expect.poll(() => sockets.length).toBeGreaterThan(0)

  isDown = true
  for (const socket of sockets) await socket.close()
  const strip = page.getByText('Connection error. Unable to receive live updates.')
  await expect(strip).toBeVisible()
  await takePlace(request, empty, 'Björn')
  await expect(card.getByText('3 spots left')).toBeVisible()
  isDown = false
  await expect(card.getByText('2 spots left')).toBeVisible()
  await expect(card.getByText('Björn Ek')).toBeVisible()
  await expect(strip).toBeHidden()
})

test('an answer to an invitation that is lost on the way is shown as it stands', async ({
  journey,
  request,
}) => {
  const { empty } = await planFestival(request)
  const { link } = await invite(request, empty, 'Björn')
  const page = await journey.open(phone)
  await page.route(/\/assignment\/[^/]+\/confirm$/, async (route) => {
    await route.fetch()
    return route.abort('connectionreset')
  })
  journey.expectRefusal(/ERR_CONNECTION_RESET/)
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('confirmed', { exact: true })).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
})

for (const part of ['public', 'event-page']) {
  test(`the scripts break off at ${part}: what can be read stays, and leads on`, async ({
    browser,
    request,
  }) => {
    const { event_id, roomy } = await planFestival(request)
    // This is not a context of `journey`, because aborted requests are console errors.
    const context = await browser.newContext(phone)
    const page = await context.newPage()
    const cut = page.waitForEvent('requestfailed')
    await page.route(new RegExp(`/assets/${part}-[\\w-]{8}\\.js`), (route) => route.abort('connectionreset'))
    await page.goto(`/e/${event_id}`)
    await cut
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('article')).toHaveCount(3)
    expect(await page.getByRole('article').first().evaluate(isRow)).toBe(true)
    await page.unrouteAll()
    await page.locator(`a[href$="${roomy.id}/signup"]`).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await context.close()
  })
}

/** Returns whether the row is styled, by the styles in the document itself. */
function isRow(element: Element): boolean {
  return getComputedStyle(element).display === 'flex'
}

test('a browser that keeps nothing: a place is taken, its page opens, and the place is given up', async ({
  journey,
  request,
}) => {
  const { event_id } = await planFestival(request)
  const page = await journey.open(phone)
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'caches', 'indexedDB']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
    }
  })
  const email = `blocked.${Date.now()}@example.org`
  await page.goto(`/e/${event_id}`)
  await takeShift(page.getByRole('article').last())
  await fillSignup(page, email)
  await page.getByRole('checkbox', { name: /Remember/ }).check()
  await send(page).click()
  await expect(page.getByRole('heading', done)).toBeVisible()

  const { text } = await awaitMessage(request, email)
  await page.goto(/\/c\/[\w-]{43}/.exec(text)?.[0] ?? '')
  await page.getByRole('button', { name: 'SV, Svenska' }).click()
  await page.getByRole('button', { name: 'Jag får förhinder' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Lämna återbud' }).click()
  await expect(page.getByRole('main').getByText('Din plats är ledig igen')).toBeVisible()
})
