import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { authenticatorCode, makeAccount } from './account.ts'
import { desktop, expect, expectAccessibleInBoth, type Page, phone, test } from './journey.ts'
import {
  addAuthenticator,
  addPasskey,
  givePassword,
  logOut,
  openSecurity,
  pressLogOut,
  title,
} from './security.ts'

test('an account with a second factor, from the first code to the last session (D7)', async ({
  journey,
  browser,
  baseURL,
}) => {
  const account = await makeAccount(baseURL ?? '')
  const organiser = await journey.open(desktop)
  await givePassword(organiser, account)
  await expect(title(organiser, 'Your first event')).toBeVisible()
  await openSecurity(organiser)
  await expectAccessibleInBoth(organiser)

  const app = organiser.getByRole('region', { name: 'Authenticator app' })
  const secret = await turnOn(organiser)
  const codes = organiser.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery_codes = await codes.allInnerTexts()
  await expectAccessibleInBoth(organiser)
  const downloading = organiser.waitForEvent('download')
  await organiser.getByRole('button', { name: 'Save as file' }).click()
  const file = await readFile(await (await downloading).path(), 'utf8')
  for (const code of recovery_codes) expect(file).toContain(code)
  await organiser.getByRole('button', { name: 'I have saved them' }).click()
  await expect(organiser.getByText('10 codes left')).toBeVisible()

  // The errors of this page are not watched, because later its session ends and each of its calls is refused.
  const other = await (await browser.newContext(phone)).newPage()
  await givePassword(other, account)
  await expect(title(other, 'Two-step verification')).toBeVisible()
  await expectAccessibleInBoth(other)
  await other.reload()
  await expect(title(other, 'Two-step verification')).toBeVisible()
  await other.getByLabel('Code from your authenticator app').fill(authenticatorCode(secret, 1))
  await expect(title(other, 'Your first event')).toBeVisible()

  await logOut(organiser)
  await givePassword(organiser, account)
  journey.expectRefusal(/\/auth\/second-factor\)/)
  await organiser.getByLabel('Code from your authenticator app').fill('000 000')
  await expect(organiser.getByText('The code is wrong or has been used.')).toBeVisible()
  await expectAccessibleInBoth(organiser)
  await organiser.getByRole('button', { name: 'Use a recovery code' }).click()
  await organiser.getByLabel('Recovery code').fill(recovery_codes[0] ?? '')
  await organiser.getByRole('button', { name: 'Continue' }).click()
  await expect(title(organiser, 'Your first event')).toBeVisible()
  await openSecurity(organiser)
  await expect(organiser.getByText('9 codes left')).toBeVisible()

  const touchesByItself = await addAuthenticator(organiser)
  const passkeys = organiser.getByRole('region', { name: 'Passkeys' })
  await addPasskey(organiser, 'My laptop')
  await touchesByItself(false)
  const offered = organiser.waitForResponse(/\/auth\/passkey\/options$/)
  await logOut(organiser)
  await offered
  // The authenticator does not confirm a request that has begun before it is switched on.
  await organiser.route(/\/auth\/passkey\/options$/, async (route) => {
    await touchesByItself(true)
    await route.continue()
  })
  await organiser.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(title(organiser, 'Your first event')).toBeVisible()
  // The passkey is offered in the field of the e-mail, and this authenticator chooses it at once.
  const used = organiser.waitForResponse(/\/auth\/passkey\/verify$/)
  await pressLogOut(organiser)
  await used
  await expect(title(organiser, 'Your first event')).toBeVisible()
  await openSecurity(organiser)
  await expect(passkeys.getByText(/Last used/)).toBeVisible()
  await expectAccessibleInBoth(organiser)

  await organiser.getByRole('link', { name: 'General' }).click()
  await organiser.getByRole('checkbox', { name: /^Require two-step verification/ }).check()
  await organiser.getByRole('button', { name: 'Save settings' }).click()
  await expect(organiser.getByText('Saved')).toBeVisible()
  await organiser.getByRole('link', { name: 'Security' }).click()
  await remove(organiser, app, 'Turn off')
  await remove(organiser, passkeys, 'Remove')
  await expect(app.getByRole('button', { name: 'Turn on' })).toBeVisible()

  // Servers learn of it within five seconds.
  await expect(async () => {
    await other.goto('/people?q=anna')
    const needed = title(other, `${account.organization} requires two-step verification`)
    await expect(needed).toBeVisible({ timeout: 15_000 })
  }).toPass()
  await expectAccessibleInBoth(other)
  await other.getByRole('link', { name: 'Turn on two-step verification' }).click()
  await turnOn(other)
  await other.getByRole('button', { name: 'I have saved them' }).click()
  await other.getByRole('link', { name: 'Back to where you were' }).click()
  await expect(title(other, 'People')).toBeVisible()
  await expect(other).toHaveURL(/q=anna/)

  await organiser.reload()
  const sessions = organiser.getByRole('region', { name: 'Where you are signed in' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await sessions.getByRole('button', { name: /^End Chrome/ }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  // Servers may accept an ended session for 5 s (D7).
  await expect(async () => {
    await other.goto('/people')
    await expect(other.getByText('Your session has ended. Sign in to continue.')).toBeVisible({
      timeout: 15_000,
    })
  }).toPass()
  await expect(other).toHaveURL(/\/login\?next=%2Fpeople/)
  await other.context().close()
})

/** Turns on the app and returns its key. */
async function turnOn(page: Page): Promise<string> {
  const app = page.getByRole('region', { name: 'Authenticator app' })
  await app.getByRole('button', { name: 'Turn on' }).click()
  const key = app.locator('b')
  await expect(key).toHaveText(/^[A-Z2-7 ]{20,}$/)
  const secret = (await key.innerText()).replaceAll(' ', '')
  await expectAccessibleInBoth(page)
  await app.getByLabel('Code').fill(authenticatorCode(secret))
  return secret
}

async function remove(page: Page, section: Locator, name: string): Promise<void> {
  await section.getByRole('button', { name }).click()
  await page.getByRole('alertdialog').getByRole('button', { name }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
}
