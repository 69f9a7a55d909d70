import { chromium } from '@playwright/test'
import { getBrowser } from '../../infra/run/browser.mjs'

const { path } = await getBrowser()
const browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox'] })
const base = 'http://localhost:3977'
for (const [lang, width] of [
  ['en', 1280],
  ['sv', 390],
  ['en', 390],
]) {
  for (const kind of ['password', 'totp']) {
    const context = await browser.newContext({ viewport: { width, height: 844 }, locale: lang })
    const page = await context.newPage()
    await page.addInitScript((l) => localStorage.setItem('language', l), lang)
    const login = await page.request.post(`${base}/auth/login`, {
      data: { email: 'demo@muster.example', password: 'muster-demo-2026' },
    })
    const { token } = await login.json()
    await page.addInitScript(
      (t) => localStorage.getItem('auth_token') ?? localStorage.setItem('auth_token', t),
      token,
    )
    if (kind === 'totp')
      await page.route('**/api/account/factors', (r) =>
        r.fulfill({
          json: {
            factors: [
              {
                id: '01900000-0000-7003-8000-000000000002',
                factor_type: 'totp',
                status: 'verified',
                friendly_name: '',
                phone: null,
                created_at: '2026-03-03T10:00:00.000Z',
              },
            ],
            passkeys: [],
            recovery_codes_left: 3,
            is_phone_available: false,
          },
        }),
      )
    let first = true
    await page.route('**/admin/api-keys', (r) => {
      if (r.request().method() === 'POST' && first) {
        first = false
        return r.fulfill({ status: 400, json: { error: 'x', code: 'reauthentication_needed' } })
      }
      return r.continue()
    })
    await page.goto(`${base}/organizations/api-keys`)
    await page.waitForTimeout(2500)
    await page.screenshot({ path: `/tmp/wt-a/.shot-0.png` })
    await page
      .getByRole('button', { name: lang === 'en' ? /Create|New/ : /Skapa|Ny/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('input').first().fill('Kassan')
    await dialog.locator('input').first().press('Enter')
    await page.waitForTimeout(1000)
    await page.screenshot({ path: `/tmp/wt-a/.shot-${kind}-${lang}-${width}.png` })
    if (kind === 'password') {
      console.log('focused', await page.evaluate(() => document.activeElement?.getAttribute('type')))
      await page.keyboard.type('muster-demo-2026')
      await page.keyboard.press('Enter')
      await page.waitForTimeout(2000)
      await page.screenshot({ path: `/tmp/wt-a/.shot-after-${lang}-${width}.png` })
    } else {
      await page.keyboard.press('Escape')
      await page.waitForTimeout(500)
      await page.screenshot({ path: `/tmp/wt-a/.shot-closed-${lang}-${width}.png` })
    }
    await context.close()
  }
}
await browser.close()
