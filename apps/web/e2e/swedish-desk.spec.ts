import { again, awaitMessage, desktop, expect, expectAccessible, phone, test } from './journey.ts'
import { addPerson, assign, planEvent } from './plan.ts'

for (const [where, options] of [
  ['en dator', desktop],
  ['en mobil i mörkt läge', { ...phone, colorScheme: 'dark' }],
] as const) {
  test(`bemannar, ångrar, sparar och bjuder in, på ${where}${again(where === 'en dator')}`, async ({
    journey,
    request,
  }) => {
    const { event_id, shift_ids } = await planEvent(request, 'Midsommar', [
      ['08:00', '12:00'],
      ['13:00', '17:00'],
    ])
    const [morning = '', noon] = shift_ids
    const ida = await addPerson(request, 'Ida')
    const klas = await addPerson(request, 'Klas', { phone: '070-174 06 05' })
    const ulla = await addPerson(request, 'Ulla')
    await assign(request, morning, ida)
    const page = await journey.openDesk({ ...options, locale: 'sv-SE' })
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
    await page.goto(`/?event=${event_id}&shift=${noon}`)

    await expect(page.locator('html')).toHaveAttribute('lang', 'sv')
    await expect(page.getByRole('heading', { level: 1, name: 'Pass' })).toBeVisible()
    const sheet = page.getByRole('region', { name: '13:00–17:00' })
    await expect(sheet.getByText('0 av 2 bekräftade', { exact: true })).toBeVisible()
    await expect(page.getByText('Ingen står på det här passet än.')).toBeVisible()
    // On a phone the shift is a page of its own.
    if (options === desktop) {
      for (const word of ['Behövs', 'Bekräftade', 'Väntar', 'Tackat nej', 'Saknas']) {
        await expect(page.getByRole('term').filter({ hasText: word })).toBeVisible()
      }
    }

    const search = page.getByRole('combobox', { name: 'Lägg till personer' })
    await search.fill('qqq')
    await expect(page.getByText('Inget hittades för ”qqq”')).toBeVisible()
    await search.fill(ida.name)
    await expect(page.getByRole('option', { name: ida.name })).toContainText('1 annat pass')
    for (const { name } of [klas, ulla]) {
      await search.fill(name)
      await expect(page.getByRole('option', { name })).toContainText('inga andra pass')
      await page.getByRole('option', { name }).click()
    }
    await page.keyboard.press('Escape')
    const people = page.getByRole('list', { name: 'På det här passet' })
    await expect(people.getByText('Inte sparad än')).toHaveCount(2)
    await expect(page.getByText('2 läggs till')).toBeVisible()
    await button(`Ångra: ${ulla.name}`).click()
    await expect(page.getByText('1 läggs till')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Spara', exact: true }).click()
    await expect(people.getByText('Inte tillfrågade än', { exact: true })).toBeVisible()

    await people.getByRole('button', { name: 'Bjud in' }).click()
    const dialog = page.getByRole('dialog', { name: `Bjud in ${klas.name}` })
    await expect(dialog.getByRole('radio', { name: 'E-post och sms' })).toBeChecked()
    await expect(dialog.getByText('Det går att svara till')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Skicka', exact: true }).click()
    await expect(people.getByText(/, e-post och sms$/)).toBeVisible()
    const { text } = await awaitMessage(request, klas.email)
    expect(text).toContain('Kan du hjälpa till, Klas?')

    const menu = button(`Mer om ${klas.name}`)
    await menu.click()
    await page.getByRole('menuitem', { name: 'Markera som tackat nej' }).click()
    await expect(people.getByText('Tackat nej', { exact: true })).toBeVisible()
    await menu.click()
    await expect(page.getByRole('menuitem', { name: 'Markera som utebliven' })).toHaveCount(0)
    await page.getByRole('menuitem', { name: 'Markera som obesvarad' }).click()
    await menu.click()
    await page.getByRole('menuitem', { name: 'Förläng' }).click()
    const extension = page.getByRole('dialog', { name: `Mer tid för ${klas.name}` })
    await expect(extension.getByText('7 dagar', { exact: true })).toBeVisible()
    await extension.getByRole('button', { name: 'Förläng' }).click()
    await expect(people.getByText(/^1[34] d \d+ h kvar$/)).toBeVisible()

    await menu.click()
    await page.getByRole('menuitem', { name: 'Ta bort från passet' }).click()
    await expect(people.getByText('Tas bort när du sparar')).toBeVisible()
    await expect(page.getByText('1 tas bort')).toBeVisible()
    await page.getByRole('button', { name: 'Spara', exact: true }).click()
    await expect(page.getByText('Ingen står på det här passet än.')).toBeVisible()

    await button('Mer om passet').click()
    await page.getByRole('menuitem', { name: 'Ta bort passet' }).click()
    const question = page.getByRole('alertdialog', { name: 'Ta bort passet?' })
    await expect(question.getByText('Vill du verkligen ta bort passet?')).toBeVisible()
    await expect(question.getByText('Ingen är bekräftad eller vald.')).toBeVisible()
    await question.getByRole('button', { name: 'Ta bort passet' }).click()
    await expect(
      page.getByText('0 av 2 bekräftade', { exact: true }).filter({ visible: true }).first(),
    ).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })
}
