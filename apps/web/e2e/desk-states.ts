import type { APIRequestContext, Page } from '@playwright/test'
import { addEvent, addRole, instantAt } from './plan.ts'
import { callApi } from './session.ts'
import { askForPlace, planCamp } from './terms-states.ts'

export type DeskState = { name: string; path: string; reach?: (page: Page) => Promise<unknown>; print?: true }

const names = {
  en: {
    add_shift: 'Add shift',
    table: 'Show as table',
    share: 'Share',
    add_person: 'Add person',
    add_people: 'Add people',
    save_role: 'Save role',
    edit_shift: 'Edit shift',
    more_shift: 'More about the shift',
    remove_shift: 'Remove shift',
    more: /^More about (?!the shift)/,
    invite: /^Send (invite|again)/,
    extend: 'Extend',
    gaps: /Only gaps/,
    event: 'Event',
    menu: 'More',
    edit: 'Edit',
    organization: /^Organi[sz]ation: /,
    delete_event: 'Delete event',
    duplicate: 'Duplicate…',
    custom: /^Custom/,
    pick_people: 'Pick people',
    recipients: /people|person/,
    actions: /^Actions for/,
    message: 'Send message',
    delete_person: 'Delete person',
    create_key: 'Create API key',
    search: 'Search people',
    people: 'People',
    show_all: 'Show all',
    answer: /^Answer/,
  },
  sv: {
    add_shift: 'Lägg till pass',
    table: 'Visa som tabell',
    share: 'Dela',
    add_person: 'Lägg till person',
    add_people: 'Lägg till personer',
    save_role: 'Spara rollen',
    edit_shift: 'Redigera passet',
    more_shift: 'Mer om passet',
    remove_shift: 'Ta bort passet',
    more: /^Mer om (?!passet)/,
    invite: /^(Bjud in|Skicka igen)/,
    extend: 'Förläng',
    gaps: /Bara luckor/,
    event: 'Evenemang',
    menu: 'Mer',
    edit: 'Redigera',
    organization: /^Organi[sz]ation: /,
    delete_event: 'Ta bort evenemanget',
    duplicate: 'Kopiera…',
    custom: /^Eget/,
    pick_people: 'Välj personer',
    recipients: /personer|person/,
    actions: /^Åtgärder för/,
    message: 'Skicka meddelande',
    delete_person: 'Ta bort personen',
    create_key: 'Skapa API-nyckel',
    search: 'Sök bland personer',
    people: 'Personer',
    show_all: 'Visa alla',
    answer: /^Svara/,
  },
} as const

type DemoEvent = { id: string; event_date_end: string }

const press = (page: Page, label: string | RegExp) =>
  page.getByRole('button', { name: label, exact: true }).first().click()
const choose = (page: Page, label: string) => page.getByRole('menuitem', { name: label }).click()
const submit = (page: Page) => page.locator('button[type=submit]').last().click()

export async function listDeskStates(
  api: APIRequestContext,
  { language, size }: { language: 'en' | 'sv'; size: 'desktop' | 'phone' },
): Promise<DeskState[]> {
  const name = names[language]
  const { events }: { events: DemoEvent[] } = await callApi(api, '/admin/events')
  const [first] = events.toSorted((a, b) => a.event_date_end.localeCompare(b.event_date_end)).slice(1)
  if (!first) throw new Error('the demo data have several events')
  const dates = { event_date_start: instantAt('09:00', 50), event_date_end: instantAt('18:00', 50) }
  const bare = await addEvent(api, { name: 'Vårstädning', ...dates })
  const empty = await addEvent(api, { name: 'Loppis', location: 'Stadsparken', ...dates })
  await addRole(api, empty.id, { name: 'Kassa', description: 'Ta betalt' })

  const camp = await planCamp(api)
  for (const _ of [1, 2]) await askForPlace(api, camp)

  const dashboard = `/?event=${first.id}`
  const openShift = async (page: Page) => {
    await page.locator('[id^=open-shift-]').nth(1).click()
    await page.getByRole('combobox', { name: name.add_people }).waitFor()
    await page.waitForLoadState('networkidle')
  }
  const pick = async (page: Page) => {
    await openShift(page)
    await page.getByRole('combobox', { name: name.add_people }).click()
    await page.locator('[role=option]:not([aria-disabled=true])').first().click()
    await page.keyboard.press('Escape')
  }
  const openPerson = async (page: Page, entry?: string) => {
    await page.getByRole('button', { name: name.actions }).nth(2).click()
    if (entry) await choose(page, entry)
  }
  const addShift = async (page: Page) => {
    await press(page, name.add_shift)
    if (size === 'phone') await choose(page, name.add_shift)
  }
  const openEvent = async (page: Page, entry?: string) => {
    await press(page, name.more)
    if (entry) await choose(page, entry)
  }

  const openTables = async (page: Page) => {
    await page.getByRole('button', { name: name.table }).first().waitFor()
    for (const table of await page.getByRole('button', { name: name.table }).all()) {
      await table.focus()
      await page.keyboard.press('Enter')
    }
  }

  return [
    { name: 'dashboard', path: dashboard },
    { name: 'dashboard, open shift', path: dashboard, reach: openShift },
    {
      name: 'dashboard, picker',
      path: dashboard,
      reach: async (page) => {
        await openShift(page)
        await page.getByRole('combobox', { name: name.add_people }).click()
        await page.getByRole('option').first().waitFor()
      },
    },
    { name: 'dashboard, unsaved', path: dashboard, reach: pick },
    {
      name: 'dashboard, discard',
      path: dashboard,
      reach: async (page) => {
        await pick(page)
        if (size === 'phone') await press(page, name.menu)
        await page.getByRole('link', { name: name.people }).click()
        await page.getByRole('alertdialog').waitFor()
      },
    },
    {
      name: 'dashboard, assignment menu',
      path: dashboard,
      reach: async (page) => {
        await openShift(page)
        await press(page, name.more)
      },
    },
    {
      name: 'dashboard, invite',
      path: dashboard,
      reach: async (page) => {
        await openShift(page)
        await press(page, name.invite)
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'dashboard, edit shift',
      path: dashboard,
      reach: async (page) => {
        await openShift(page)
        await press(page, name.edit_shift)
      },
    },
    {
      name: 'dashboard, remove shift',
      path: dashboard,
      reach: async (page) => {
        await openShift(page)
        await press(page, name.more_shift)
        await choose(page, name.remove_shift)
      },
    },
    { name: 'dashboard, new shift', path: dashboard, reach: addShift },
    {
      name: 'dashboard, new shift, errors',
      path: dashboard,
      reach: async (page) => {
        await addShift(page)
        await submit(page)
      },
    },
    {
      name: 'dashboard, only missing',
      path: dashboard,
      reach: (page) => page.getByRole('button', { name: name.gaps }).click(),
    },
    { name: 'dashboard, no shifts', path: `/?event=${empty.id}` },
    { name: 'dashboard, no roles', path: `/?event=${bare.id}` },
    { name: 'dashboard, asked', path: `/?event=${camp.event_id}&shift=${camp.shift.id}` },
    {
      name: 'dashboard, requests',
      path: `/?event=${camp.event_id}`,
      reach: (page) => press(page, name.answer),
    },
    { name: 'event, settings, questions', path: `/events/${camp.event_id}/settings#questions` },
    { name: 'dashboard, print', path: dashboard, print: true },
    {
      name: 'organisations',
      path: dashboard,
      reach: async (page) => {
        if (size === 'phone') await press(page, name.menu)
        await press(page, name.organization)
      },
    },
    { name: 'account', path: '/account' },
    { name: 'security', path: '/account/security' },
    { name: 'events', path: '/events' },
    { name: 'events, print', path: '/events', print: true },
    { name: 'events, new', path: '/events/new' },
    { name: 'events, new, errors', path: '/events/new', reach: submit },
    {
      name: 'events, new, template',
      path: '/events/new',
      reach: (page) => page.getByRole('radio', { name: /^Festival/ }).check({ force: true }),
    },
    { name: 'event', path: `/events/${first.id}` },
    { name: 'event, tables', path: `/events/${first.id}`, reach: openTables },
    { name: 'event, menu', path: `/events/${first.id}`, reach: (page) => press(page, name.more) },
    { name: 'event, share', path: `/events/${first.id}`, reach: (page) => press(page, name.share) },
    { name: 'event, first steps', path: `/events/${bare.id}` },
    { name: 'event, shifts', path: `/events/${first.id}/shifts` },
    { name: 'event, messages', path: `/events/${first.id}/messages` },
    { name: 'event, settings', path: `/events/${first.id}/settings` },
    {
      name: 'event, settings, all parts',
      path: `/events/${first.id}/settings`,
      reach: async (page) => {
        await page.locator('summary').first().waitFor()
        for (const part of await page.locator('summary').all()) await part.click()
        await page.locator('input[name=location]').fill('Gamla torg')
      },
    },
    { name: 'event, poster', path: `/events/${first.id}/poster` },
    { name: 'event, poster, print', path: `/events/${first.id}/poster`, print: true },
    { name: 'events, edit', path: '/events', reach: (page) => press(page, name.edit) },
    {
      name: 'events, edit role',
      path: '/events',
      reach: async (page) => {
        await press(page, name.edit)
        await press(page, name.save_role)
      },
    },
    { name: 'events, menu', path: '/events', reach: (page) => openEvent(page) },
    { name: 'events, duplicate', path: '/events', reach: (page) => openEvent(page, name.duplicate) },
    { name: 'events, delete', path: '/events', reach: (page) => openEvent(page, name.delete_event) },
    { name: 'link of an event', path: `/events/${first.id}/link` },
    { name: 'keys', path: '/', reach: (page) => page.keyboard.press('?') },
    { name: 'broadcast', path: `/events/${first.id}/broadcast` },
    {
      name: 'broadcast, custom',
      path: `/events/${first.id}/broadcast`,
      reach: async (page) => {
        await page.locator('label').filter({ hasText: name.custom }).first().click()
        await page.getByRole('textbox').first().fill('Ta med regnkläder.')
      },
    },
    {
      name: 'broadcast, people',
      path: `/events/${first.id}/broadcast`,
      reach: (page) => page.getByRole('button', { name: name.pick_people }).click(),
    },
    { name: 'broadcast, print', path: `/events/${first.id}/broadcast`, print: true },
    { name: 'people', path: '/people' },
    { name: 'people, print', path: '/people', print: true },
    { name: 'people, import', path: '/people/import' },
    {
      name: 'people, none found',
      path: '/people',
      reach: (page) => page.getByRole('searchbox', { name: name.search }).fill('qqq'),
    },
    { name: 'people, menu', path: '/people', reach: (page) => openPerson(page) },
    { name: 'people, edit', path: '/people', reach: (page) => openPerson(page, name.edit) },
    { name: 'people, messages', path: '/people', reach: (page) => openPerson(page, name.message) },
    { name: 'people, delete', path: '/people', reach: (page) => openPerson(page, name.delete_person) },
    {
      name: 'people, add, errors',
      path: '/people',
      reach: async (page) => {
        await press(page, name.add_person)
        await submit(page)
      },
    },
    { name: 'reports', path: '/reports' },
    { name: 'reports, chooser', path: '/reports?report=schedule' },
    { name: 'reports, schedule', path: `/reports?report=schedule&event=${first.id}` },
    { name: 'reports, schedule, print', path: `/reports?report=schedule&event=${first.id}`, print: true },
    { name: 'reports, all events', path: '/reports?report=schedule&event=all' },
    { name: 'organisation settings', path: '/organizations/settings' },
    { name: 'members', path: '/organizations/members' },
    { name: 'log', path: '/organizations/log' },
    { name: 'end-organization', path: '/organizations/end' },
    { name: 'notifications', path: '/organizations/notifications' },
    { name: 'API keys', path: '/organizations/api-keys' },
    {
      name: 'API keys, new',
      path: '/organizations/api-keys',
      reach: (page) => press(page, name.create_key),
    },
    { name: 'new organisation', path: '/organizations/new' },
  ]
}
