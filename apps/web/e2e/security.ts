import type { Account } from './account.ts'
import { expect, type Page } from './journey.ts'

export const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Signs in up to the answer to the password. What follows depends on the account. */
export async function givePassword(page: Page, { email, password }: Account): Promise<void> {
  if (!page.url().endsWith('/login')) await page.goto('/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

export async function pressLogOut(page: Page): Promise<void> {
  await pressInAccountMenu(page, 'Sign out')
}

export async function logOut(page: Page): Promise<void> {
  await pressLogOut(page)
  await expect(title(page, 'Sign in to your account')).toBeVisible()
}

export async function openSecurity(page: Page): Promise<void> {
  await pressInAccountMenu(page, 'Your details')
  const link = page.getByRole('link', { name: 'Security' })
  const list = page.getByRole('combobox', { name: 'Settings' })
  await expect(link.or(list)).toBeVisible()
  if (await list.isVisible()) await list.selectOption('Security')
  else await link.click()
  await expect(title(page, 'Security')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Authenticator app' })).toBeVisible()
}

/** Presses an entry, which on a phone is in the drawer of all links. */
async function pressInAccountMenu(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'More', exact: true })
  if (await menu.isVisible()) {
    await menu.click()
    await page.getByRole('dialog', { name: 'More' }).getByText(name, { exact: true }).click()
  } else {
    await page.getByRole('button', { name: /^Account: / }).click()
    await page.getByRole('menuitem', { name }).click()
  }
}

/** Saves the codes that are shown after an account's first factor is added. */
export async function saveRecoveryCodes(page: Page): Promise<string[]> {
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const texts = await codes.allInnerTexts()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('10 codes left')).toBeVisible()
  return texts
}

export async function addPasskey(page: Page, name: string): Promise<void> {
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(passkeys.getByText(name, { exact: true })).toBeVisible()
}

/** Adds a virtual authenticator. The returned function sets whether it confirms by itself. */
export async function addAuthenticator(page: Page): Promise<(enabled: boolean) => Promise<unknown>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  return (enabled) => devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
}
