import { again, desktop, expect, expectAccessibleInBoth, type Page, phone, test } from './journey.ts'
import { addPerson, assign, planEvent } from './plan.ts'

/* Uses a small event, because with fifty shifts axe finds the same in ten times the time. */
for (const [where, options] of [
  ['a desktop', { ...desktop, locale: 'en-GB' }],
  ['a phone, in Swedish', { ...phone, locale: 'sv-SE' }],
] as const) {
  test(`the desk keeps nobody out, on ${where}${again(where !== 'a desktop')}`, async ({
    journey,
    request,
  }) => {
    const { event_id, event, shift_ids } = await planEvent(request, 'Tillgänglig', [
      ['08:00', '12:00'],
      ['13:00', '17:00'],
    ])
    const [morning = ''] = shift_ids
    const ida = await addPerson(request, 'Ida', { child_team: 'F12', notes: 'Kan bära tungt.' })
    const klas = await addPerson(request, 'Klas', { phone: '070-174 06 05' })
    await assign(request, morning, ida)
    const page = await journey.openDesk(options)
    const press = (name: RegExp) => page.getByRole('button', { name }).last().click()
    const look = async (state: string, within?: string) => {
      await test.step(state, () => expectAccessibleInBoth(page, within))
    }

    await page.goto(`/?event=${event_id}&shift=${morning}`)
    await expect(page.getByRole('list', { name: /On this shift|På det här passet/ })).toBeVisible()
    const search = page.getByRole('combobox', { name: /Add people|Lägg till personer/ })
    await search.fill('')
    await search.press('ArrowDown')
    await expect(page.getByRole('option').first()).toBeVisible()
    // axe asks for a focusable scrolling list, although the arrow keys move through it from the field.
    await look('the list of people', '[role=listbox]')
    await search.fill(klas.name)
    await page.getByRole('option', { name: klas.name }).click()
    await page.keyboard.press('Escape')
    await press(/^(More about (?!the shift)|Mer om (?!passet))/)
    await expect(page.getByRole('menu')).toBeVisible()
    await look('the menu of somebody', '[role=menu]')
    await page.getByRole('menuitem', { name: /^(Make a new link|Gör en ny länk)$/ }).click()
    await look('a new link', 'dialog')
    await press(/^(Cancel|Avbryt)$/)
    await press(/^(More about (?!the shift)|Mer om (?!passet))/)
    await page.getByRole('menuitem', { name: /Remove from|Ta bort från/ }).click()
    await look('one to add, one to remove')
    await press(/^(Cancel|Avbryt)$/)
    await press(/^(Send invite|Bjud in)/)
    await look('the invitation')
    await press(/^(Cancel|Avbryt)$/)
    await press(/^(More about the shift|Mer om passet)$/)
    await page.getByRole('menuitem', { name: /^(Remove shift|Ta bort passet)$/ }).click()
    await look('the removal of a shift')
    await press(/^(Cancel|Avbryt)$/)
    await press(/^(Edit shift|Redigera passet)$/)
    await page.getByLabel(/People needed|Antal personer/).fill('0')
    await press(/^(Save shift|Spara passet)$/)
    await look('the form of a shift, with a mistake')

    await openPage(page, '/people')
    await page.getByRole('searchbox').fill(klas.name)
    await expect(page.getByText(/1 person (found|hittades)/).first()).toBeVisible()
    await look('people')
    await chooseOf(page, klas.name, /^(Edit|Redigera)$/)
    await page.getByLabel(/E-mail|E-post/).fill('klas')
    await press(/^(Save person|Spara personen)$/)
    await look('a person, with a mistake')
    await page.keyboard.press('Escape')
    await press(/^(Discard|Kasta)$/)
    await chooseOf(page, klas.name, /^(Send message|Skicka meddelande)$/)
    await page.getByRole('dialog').getByRole('textbox').fill('Kan du komma? 🎉')
    await look('the messages of a person')
    await page.keyboard.press('Escape')
    await press(/^(Discard|Kasta)$/)
    await chooseOf(page, klas.name, /^(Delete person|Ta bort personen)$/)
    await look('the removal of a person')

    await openPage(page, '/events')
    await look('events')
    const card = page.getByRole('article', { name: event })
    await card.getByRole('button', { name: /^(Edit|Redigera)$/ }).click()
    await expect(page.getByRole('form', { name: /^(Add role|Lägg till roll)$/ })).toBeVisible()
    await look('an event and its roles')
    await press(/^(Remove|Ta bort) Entré/)
    await look('the removal of a role')
    await press(/^(Cancel|Avbryt)$/)
    await page.reload()
    await card.getByRole('button', { name: /^(More about|Mer om)/ }).click()
    await page.getByRole('menuitem', { name: /^(Duplicate|Kopiera)/ }).click()
    await look('the copy of an event')
    await page.keyboard.press('Escape')
    await card.getByRole('button', { name: /^(More about|Mer om)/ }).click()
    await page.getByRole('menuitem', { name: /^(Delete event|Ta bort evenemanget)$/ }).click()
    await look('the removal of an event')
    await press(/^(Cancel|Avbryt)$/)
    await openPage(page, '/events/new')
    await look('a new event')
    await openPage(page, `/events/${event_id}`)
    await expect(page.getByRole('slider').or(page.getByText(/confirmed yet|bekräftat än/))).toBeVisible()
    const table = page.getByRole('button', { name: /Show as table|Visa som tabell/ }).last()
    await table.focus()
    await table.press('Enter')
    await look('the overview of an event')
    await press(/^(Share|Dela)$/)
    await look('the ways to share an event', 'dialog')
    await page.keyboard.press('Escape')
    await openPage(page, `/events/${event_id}/shifts`)
    await look('the shifts of an event')
    await openPage(page, `/events/${event_id}/messages`)
    await look('the messages of an event')
    await openPage(page, `/events/${event_id}/settings`)
    await page.locator('summary').first().waitFor()
    for (const part of await page.locator('summary').all()) await part.click()
    await page.locator('input[name=location]').fill('Gamla torg')
    await look('the settings of an event')
    await page.getByRole('button', { name: /^(Discard|Släng)$/ }).click()
    await openPage(page, `/events/${event_id}/poster`)
    await look('the poster of an event')

    await openPage(page, '/organizations/settings')
    await look('the settings of the organisation')
    await openPage(page, '/organizations/api-keys')
    await look('the API keys')
    await press(/^(Create API key|Skapa API-nyckel)$/)
    await look('a new API key')
    await openPage(page, '/organizations/new')
    await look('a new organisation')
    await openPage(page, '/reports?report=schedule')
    await look('the choice of a schedule')
    await openPage(page, `/reports?report=schedule&event=${event_id}`)
    await expect(page.getByRole('table').first()).toBeVisible()
    await look('the schedule')
  })
}

async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

async function chooseOf(page: Page, name: string, entry: RegExp): Promise<void> {
  await page.getByRole('button', { name: name }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}
