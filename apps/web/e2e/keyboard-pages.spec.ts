import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { desktop, expect, holdTimers, type Page, test } from './journey.ts'
import { expectFocus, pressOn, tabTo } from './keyboard.ts'
import { addPerson, planEvent } from './plan.ts'

test('people and messages by keyboard alone', async ({ journey, request }) => {
  const person = await addPerson(request, 'Ida', { phone: '070-174 06 05' })
  const page = await journey.openDesk()
  const { keyboard } = page
  const dialog = page.getByRole('dialog')
  // The SMS form closes 2 s after it is sent.
  const closing = await holdTimers(page, 2_000)
  await page.goto('/people')
  const add = page.getByRole('button', { name: 'Add person' })
  await pressOn(page, add)
  await expectFocus(dialog.getByLabel('First name'))
  await keyboard.press('Escape')
  await expectFocus(add)

  await tabTo(page, page.getByLabel('Search people'))
  await keyboard.type(person.name)
  await expect(page.getByText('1 person found').first()).toBeVisible()
  const actions = page.getByRole('button', { name: `Actions for ${person.name}` })
  await tabTo(page, actions)
  await choose(page, 'Edit')
  await expectFocus(dialog.getByLabel('First name'))
  await tabTo(page, dialog.getByLabel('Notes'))
  await keyboard.type('Kommer gärna.')
  await pressOn(page, dialog.getByRole('button', { name: 'Save person' }))
  await expect(page.getByText('Kommer gärna.')).toBeVisible()
  await expectFocus(actions)

  await choose(page, 'Send message')
  const text = dialog.getByRole('textbox', { name: 'SMS to' })
  await expectFocus(text)
  await keyboard.type('Kan du komma?')
  await keyboard.press('Escape')
  const question = page.getByRole('alertdialog')
  await expectFocus(question.getByRole('button', { name: 'Cancel' }))
  await keyboard.press('Enter')
  await expectFocus(text)
  await pressOn(page, dialog.getByRole('button', { name: 'Send SMS' }))
  await expect(dialog.getByText('The SMS is on its way.')).toBeVisible()
  await closing.release()
  await expectFocus(dialog.getByRole('button', { name: 'Write an SMS' }))
  await keyboard.press('Escape')
  await expectFocus(actions)

  const downloading = page.waitForEvent('download')
  await choose(page, 'Export details')
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`${person.name}.json`)
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({
    person: { email: person.email, notes: 'Kommer gärna.' },
    messages: [{ channel: 'SMS', body_text: 'Kan du komma?' }],
  })
  await expectFocus(actions)

  await choose(page, 'Delete person')
  await expectFocus(question.getByRole('button', { name: 'Cancel' }))
  await keyboard.press('Escape')
  await expectFocus(actions)
  await choose(page, 'Delete person')
  await pressOn(page, question.getByRole('button', { name: 'Delete person' }))
  await expectFocus(add)
})

test('events, settings and reports by keyboard alone', async ({ journey, request }) => {
  const { event } = await planEvent(request, 'Tangent', [['09:00', '11:00']])
  const page = await journey.openDesk()
  const { keyboard } = page
  await page.goto('/events')
  const card = page.getByRole('article', { name: event })
  const edit = card.getByRole('button', { name: 'Edit', exact: true })
  await tabTo(page, edit)
  await keyboard.press('Enter')
  const form = page.getByRole('form', { name: 'Edit event' })
  await expectFocus(form.getByLabel('Name', { exact: true }))
  await pressOn(page, form.getByRole('button', { name: 'Change the time zone' }))
  const zone = form.getByRole('combobox', { name: 'Time zone' })
  await tabTo(page, zone)
  await chooseZone(page, zone, 'Helsinki')
  await expect(form.getByText('keep the times on the clock')).toBeVisible()
  await pressOn(page, form.getByRole('button', { name: 'Save event' }))
  await expectFocus(edit)
  const more = card.getByRole('button', { name: `More about ${event}` })
  await tabTo(page, more)
  await choose(page, 'Delete event')
  await expectFocus(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }))
  await keyboard.press('Escape')
  await expectFocus(more)
  await choose(page, 'Delete event')
  await pressOn(page, page.getByRole('alertdialog').getByRole('button', { name: 'Delete event' }))
  await expectFocus(page.getByRole('link', { name: 'Add event' }))

  await tabTo(page, page.getByRole('button', { name: /^Organi[sz]ation: / }), 'Shift+Tab')
  await choose(page, 'Organization settings')
  await expectFocus(page.getByRole('heading', { level: 1, name: 'Organization settings' }))
  const zoneOfAll = page.getByRole('combobox', { name: 'Time zone' })
  await tabTo(page, zoneOfAll)
  await chooseZone(page, zoneOfAll, 'Stockholm')
  const save = page.getByRole('button', { name: 'Save settings' })
  await pressOn(page, save)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expectFocus(save)

  await tabTo(page, page.getByRole('link', { name: 'Reports' }), 'Shift+Tab')
  await keyboard.press('Enter')
  await expectFocus(page.getByRole('heading', { level: 1, name: 'Reports' }))
  await pressOn(page, page.getByRole('link', { name: /^Running schedule/ }))
  await expectFocus(page.getByRole('heading', { level: 1, name: 'Running schedule' }))
  await tabTo(page, page.getByLabel('Event'))
  await keyboard.type('Loppmarknad')
  await pressOn(page, page.getByRole('button', { name: 'Generate Report' }))
  await expect(page.getByRole('heading', { level: 2, name: 'Loppmarknad och dans' })).toBeVisible()
  await expectFocus(page.getByRole('heading', { level: 1 }))
  await pressOn(
    page,
    page.getByRole('button', { name: 'Change Event' }).or(page.getByRole('link', { name: 'Change Event' })),
  )
  await expectFocus(page.getByRole('heading', { level: 1, name: 'Running schedule' }))
})

test('the drawer of a narrow window by keyboard alone', async ({ journey }) => {
  // This is the width of a desktop at 400 % zoom.
  const page = await journey.openDesk({ ...desktop, viewport: { width: 320, height: 640 } })
  await page.goto('/people')
  const menu = page.getByRole('button', { name: 'More', exact: true })
  await pressOn(page, menu)
  const drawer = page.getByRole('dialog', { name: 'More' })
  await expect(drawer).toBeVisible()
  await tabTo(page, drawer.getByRole('link', { name: 'Reports' }))
  await page.keyboard.press('Escape')
  await expectFocus(menu)
  await page.keyboard.press('Enter')
  await pressOn(page, drawer.getByRole('link', { name: 'Reports' }))
  await expectFocus(page.getByRole('heading', { level: 1, name: 'Reports' }))
})

test('the menu of a page that is still loading', async ({ journey }) => {
  const page = await journey.openDesk()
  await page.route('**/people-page-*.js', () => {})
  await page.goto('/people')
  await pressOn(page, page.getByRole('link', { name: 'Reports' }))
  await expectFocus(page.getByRole('heading', { level: 1, name: 'Reports' }))
})

/** Chooses by arrow keys, because two letters in a row would be one search. */
async function choose(page: Page, entry: string): Promise<void> {
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  const labels = await page.getByRole('menuitem').allInnerTexts()
  for (let at = labels.indexOf(entry); at > 0; at--) await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: entry })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toHaveCount(0)
}

async function chooseZone(page: Page, zone: Locator, city: string): Promise<void> {
  await page.keyboard.press('Control+A')
  await page.keyboard.type(city)
  await expect(page.getByRole('option', { name: city })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(zone).toHaveValue(`Europe/${city}`)
  await expectFocus(zone)
}
