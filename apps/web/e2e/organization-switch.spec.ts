import type { Route } from '@playwright/test'
import { expect, expectAccessibleInBoth, type Page, test } from './journey.ts'
import { addPerson, planEvent } from './plan.ts'
import { administrator, callApi, club, openSession, society } from './session.ts'

test.afterEach(async ({ request }) => {
  // The next journey starts in the organisation chosen last.
  const { organization_id } = await openSession(request)
  await callApi(request, '/api/set-last-active-organization', { data: { organization_id } })
})

test('changes the organisation while a shift is open, in one tab only', async ({ journey, request }) => {
  const { event_id, event, shift_ids } = await planEvent(request, 'Vårfest', [['08:00', '12:00']])
  const person = await addPerson(request, 'Ida')
  const address = `/?event=${event_id}&shift=${shift_ids[0]}`
  const organiser = await journey.openDesk()
  await organiser.goto(address)
  const panel = organiser.getByRole('combobox', { name: 'Add people' })
  await expect(panel).toBeVisible()
  const second = await organiser.context().newPage()
  await second.goto(address)
  await expect(second.getByRole('combobox', { name: 'Add people' })).toBeVisible()

  // Without unsaved changes the switch does not ask.
  const name = `Ö-laget ${Date.now()}`
  await openSwitcher(organiser, society)
  await organiser.getByRole('menuitem', { name: 'Create new organization' }).click()
  const field = organiser.getByLabel('Name')
  await expect(field).toBeFocused()
  await organiser.getByRole('button', { name: 'Create Organization' }).click()
  await expect(organiser.getByText('Organization name is required')).toBeVisible()
  await expectAccessibleInBoth(organiser)
  await field.fill(name)
  await organiser.getByRole('button', { name: 'Create Organization' }).click()
  await expect(organiser.getByRole('heading', { name: 'Your first event' })).toBeVisible()
  await expectReset(organiser, event)
  await organiser.getByRole('link', { name: 'People' }).click()
  await expect(organiser.getByText('Nobody here yet.')).toBeVisible()
  await expectAccessibleInBoth(organiser)
  // Screens that exist in every organisation stay open.
  await switchTo(organiser, name, society)
  await expect(organiser.getByRole('heading', { level: 1, name: 'People' })).toBeVisible()
  // The demo has 120; other journeys add theirs.
  await expect(organiser.getByText(/^1\d\d people$/)).toBeVisible()

  await organiser.goto(address)
  await panel.fill(person.name)
  await organiser.getByRole('option', { name: person.name }).click()
  await organiser.keyboard.press('Escape')
  await switchTo(organiser, society, name)
  const question = organiser.getByRole('alertdialog', { name: 'Save the 1 person you added?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(organiser.getByText('Pending save')).toBeVisible()
  await expect(organiser).toHaveURL(new RegExp(`shift=${shift_ids[0]}`))
  await switchTo(organiser, society, name)
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(organiser.getByRole('heading', { name: 'Your first event' })).toBeVisible()
  await expectReset(organiser, event)
  await organiser.reload()
  await expect(organiser.getByRole('button', { name: `Organization: ${name}` })).toBeVisible()

  await expect(second.getByRole('button', { name: `Organization: ${society}` })).toBeVisible()
  await second.getByRole('combobox', { name: 'Add people' }).fill(person.name)
  await second.getByRole('option', { name: person.name }).click()
  await second.keyboard.press('Escape')
  await second.getByRole('button', { name: 'Save', exact: true }).click()
  const people = second.getByRole('list', { name: 'On this shift' })
  await expect(people.getByText('Not asked yet')).toBeVisible()
  await second.reload()
  await expect(people.getByText(person.name)).toBeVisible()
})

async function openSwitcher(page: Page, current: string): Promise<void> {
  await page.getByRole('button', { name: `Organization: ${current}` }).click()
}

async function switchTo(page: Page, from: string, to: string): Promise<void> {
  await openSwitcher(page, from)
  await page.getByRole('menuitem', { name: to }).click()
}

async function expectReset(page: Page, event: string): Promise<void> {
  expect([...new URL(page.url()).searchParams.keys()]).toEqual(['org'])
  await expect(page.getByText(event)).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'Add people' })).toHaveCount(0)
}

test('the name moves no link when it arrives', async ({ journey }) => {
  const page = await journey.openDesk()
  const held: Route[] = []
  await page.route('**/last-active-organization', (route) => void held.push(route))
  await page.goto('/people')
  const link = page.getByRole('link', { name: 'People' })
  await expect.poll(() => held.length).toBe(1)
  await page.evaluate(() => document.fonts.ready)
  const before = await link.boundingBox()
  await held[0]?.continue()
  await expect(page.getByRole('button', { name: `Organization: ${society}` })).toBeVisible()
  expect(await link.boundingBox()).toEqual(before)
})

test('opens an address in the organisation it names, in that tab only', async ({ journey, request }) => {
  const { organization_id } = await openSession(request, club)
  const address = `/people?org=${organization_id}`
  const first = await journey.openDesk()
  await first.goto('/people')
  await expect(first).toHaveURL(/\/people\?org=/)
  const second = await first.context().newPage()
  await second.goto(address)
  await expect(second.getByRole('button', { name: `Organization: ${club}` })).toBeVisible()
  await expect(second.getByText('24 people')).toBeVisible()
  await first.reload()
  await expect(first.getByRole('button', { name: `Organization: ${society}` })).toBeVisible()

  // Replaces a click with Ctrl, after which Chromium's headless shell sometimes reports no end of the navigation.
  const third = await second.context().newPage()
  await third.goto((await second.getByRole('link', { name: 'Events' }).getAttribute('href')) ?? '')
  await expect(third.getByRole('button', { name: `Organization: ${club}` })).toBeVisible()
  await expect(third.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible()

  const stranger = await journey.open()
  await stranger.goto(address)
  await stranger.getByLabel('E-mail').fill(administrator.email)
  await stranger.getByLabel('Password').fill(administrator.password)
  await stranger.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(stranger.getByText('24 people')).toBeVisible()
  await expect(stranger).toHaveURL(new RegExp(`/people\\?org=${organization_id}$`))
})
