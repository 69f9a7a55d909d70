import { expect, expectAccessibleInBoth, phone, test } from './journey.ts'
import { planEvent } from './plan.ts'
import { callApi } from './session.ts'

test.afterEach(async ({ request }) => {
  await callApi(request, '/admin/organization', { method: 'PUT', data: { color: null } })
  await callApi(request, '/admin/organization/logo', { method: 'PUT', data: { logo: null } })
})

/** A colour in which no text can be read on white. */
const YELLOW = '#ffff00'

test("gives the public pages the organisation's colour and logo", async ({ journey, request }) => {
  const { event_id, shift_ids } = await planEvent(request, 'Färgfest', [['08:00', '12:00']])
  const organiser = await journey.openDesk()
  await organiser.goto('/organizations/settings')
  await organiser.getByLabel('Colour (optional)').fill(YELLOW)
  await organiser.getByRole('button', { name: 'Save settings' }).click()
  await expect(organiser.getByText('Saved', { exact: true })).toBeVisible()
  await expectAccessibleInBoth(organiser)
  // Larger than a logo may be: the browser scales it down.
  const picture = await organiser.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 1_200
    canvas.height = 300
    canvas.getContext('2d')?.fillRect(0, 0, 300, 300)
    return canvas.toDataURL('image/png').slice('data:image/png;base64,'.length)
  })
  const file = { name: 'logo.svg', mimeType: 'image/png', buffer: Buffer.from(picture, 'base64') }
  await organiser.getByLabel('Choose a picture').setInputFiles(file)
  const preview = organiser.getByAltText('Logo')
  await expect(preview).toBeVisible()
  expect(await preview.evaluate((logo) => (logo instanceof HTMLImageElement ? logo.naturalWidth : 0))).toBe(
    480,
  )
  await expectAccessibleInBoth(organiser)

  const reader = await journey.open({ ...phone, javaScriptEnabled: false })
  const visitor = await journey.open(phone)
  for (const page of [reader, visitor]) {
    await page.goto(`/e/${event_id}`)
    await expect(page.locator('header img')).toHaveAttribute('src', (await preview.getAttribute('src')) ?? '')
    const link = page.getByRole('link', { name: /^(Sign up|Anmäl mig)/ })
    await expect(link).toHaveCSS('color', 'rgb(107, 107, 0)')
  }
  await expectAccessibleInBoth(visitor)
  await visitor.emulateMedia({ colorScheme: 'dark' })
  await expect(visitor.getByRole('link', { name: /^Sign up/ })).toHaveCSS('color', 'rgb(255, 255, 0)')
  await visitor.goto(`/e/${event_id}/shifts/${shift_ids[0]}/signup`)
  await expect(visitor.locator('header img')).toBeVisible()
  await expectAccessibleInBoth(visitor)

  await organiser.getByRole('button', { name: 'Remove' }).click()
  await expect(organiser.getByText('Removed', { exact: true })).toBeVisible()
})
