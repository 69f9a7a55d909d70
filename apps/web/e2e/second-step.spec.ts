import type { APIRequestContext } from '@playwright/test'
import { makeAccount } from './account.ts'
import { desktop, expect, expectAccessibleInBoth, phone, test } from './journey.ts'
import { uniquePhone } from './plan.ts'
import {
  addAuthenticator,
  addPasskey,
  givePassword,
  logOut,
  openSecurity,
  saveRecoveryCodes,
  title,
} from './security.ts'

/* Second step of a sign-in (D7). second-factor.spec.ts tests an authenticator app and recovery codes. */

test('a code by SMS is the second step, on a phone', async ({ journey, request, baseURL }) => {
  const account = await makeAccount(baseURL ?? '')
  const number = uniquePhone()
  const organiser = await journey.open(phone)
  await givePassword(organiser, account)
  await expect(title(organiser, 'Your first event')).toBeVisible()
  await openSecurity(organiser)

  const messages = organiser.getByRole('region', { name: 'Text messages' })
  await messages.getByRole('button', { name: 'Turn on' }).click()
  await messages.getByLabel('Phone number').fill(number)
  await messages.getByRole('button', { name: 'Send code' }).click()
  await expect(messages.getByRole('status')).toHaveText(`We have sent a code to ${number}.`)
  await expectAccessibleInBoth(organiser)
  const first = await awaitCode(request, number, 1)
  await messages.getByLabel('Code from the SMS').fill(first)
  const [recovery_code = ''] = await saveRecoveryCodes(organiser)
  await expect(messages.getByText(/^On since /)).toBeVisible()

  await logOut(organiser)
  await givePassword(organiser, account)
  await expect(title(organiser, 'Two-step verification')).toBeVisible()
  // Only the last digits are shown, because a stolen password must not tell the number.
  await expect(organiser.getByText(`We send a code to the number ••••••${number.slice(-4)}.`)).toBeVisible()
  expect(await organiser.content()).not.toContain(number.slice(3))
  await expectAccessibleInBoth(organiser)
  await organiser.getByRole('button', { name: 'Send code' }).click()
  await expect(organiser.getByText('The code is sent.')).toBeVisible()
  const second = await awaitCode(request, number, 2)

  // A code of an earlier challenge does not pass.
  journey.expectRefusal(/\/auth\/second-factor\)/)
  await organiser.getByLabel('Code from the SMS').fill(first)
  await expect(organiser.getByText('The code is wrong or has been used.')).toBeVisible()
  await expectAccessibleInBoth(organiser)
  await organiser.getByLabel('Code from the SMS').fill(second)
  await expect(title(organiser, 'Your first event')).toBeVisible()

  // The next sign-in is one without the phone.
  await logOut(organiser)
  await givePassword(organiser, account)
  await organiser.getByRole('button', { name: 'Use a recovery code' }).click()
  await organiser.getByLabel('Recovery code').fill(recovery_code)
  await organiser.getByRole('button', { name: 'Continue' }).click()
  await expect(title(organiser, 'Your first event')).toBeVisible()
})

test('a passkey is the second step after the password', async ({ journey, baseURL }) => {
  const account = await makeAccount(baseURL ?? '')
  const organiser = await journey.open(desktop)
  const touchesByItself = await addAuthenticator(organiser)
  await givePassword(organiser, account)
  await expect(title(organiser, 'Your first event')).toBeVisible()
  await openSecurity(organiser)
  await addPasskey(organiser, 'My laptop')
  const [recovery_code = ''] = await saveRecoveryCodes(organiser)

  // The authenticator would answer the offer of the sign-in page, which needs no password.
  await touchesByItself(false)
  await logOut(organiser)
  await givePassword(organiser, account)
  await expect(title(organiser, 'Two-step verification')).toBeVisible()
  await expectAccessibleInBoth(organiser)
  // The password alone opens nothing.
  await organiser.goto('/people')
  await expect(title(organiser, 'Two-step verification')).toBeVisible()
  await touchesByItself(true)
  await organiser.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(title(organiser, 'People')).toBeVisible()

  // A device without the passkey has the recovery codes.
  const other = await journey.open(phone)
  await addAuthenticator(other)
  await givePassword(other, account)
  await expect(title(other, 'Two-step verification')).toBeVisible()
  await other.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(other.getByRole('button', { name: 'Use a passkey' })).toBeEnabled()
  await expect(title(other, 'Two-step verification')).toBeVisible()
  await other.getByRole('button', { name: 'Use a recovery code' }).click()
  await other.getByLabel('Recovery code').fill(recovery_code)
  await other.getByRole('button', { name: 'Continue' }).click()
  await expect(title(other, 'Your first event')).toBeVisible()
})

/** Returns the code of the newest of `count` messages to the number. */
async function awaitCode(request: APIRequestContext, number: string, count: number): Promise<string> {
  let texts: string[] = []
  await expect
    .poll(async () => {
      const answer = await request.get('/dev/mailbox.json')
      const messages: { to: string; text: string }[] = await answer.json()
      texts = messages.filter(({ to }) => to === number).map(({ text }) => text)
      return texts.length
    })
    .toBe(count)
  // The last line is for phones, which fill in the code on this site only.
  const { code = '' } = /^(?<code>\d{6}) [^]*\n@localhost #\k<code>$/.exec(texts[0] ?? '')?.groups ?? {}
  expect(code, texts[0]).not.toBe('')
  return code
}
