import { desktop, expect, expectAccessibleInBoth, phone, test } from './journey.ts'
import { pressOn, tabTo } from './keyboard.ts'
import { addPerson, assign, planEvent } from './plan.ts'
import { callApi } from './session.ts'

const words = {
  en: {
    merge_with: 'Merge with another entry…',
    search: 'Name, e-mail or phone',
    name_of: 'Name of',
    frees: /: one place becomes free\.$/,
    merge: 'Merge',
    is_one: /is one entry now/,
    undo: 'Undo',
    undone: 'The two entries are there again.',
  },
  sv: {
    merge_with: 'Slå ihop med en annan post…',
    search: 'Namn, e-post eller telefon',
    name_of: 'Namn för',
    frees: /: en plats blir ledig\.$/,
    merge: 'Slå ihop',
    is_one: /är en post nu/,
    undo: 'Ångra',
    undone: 'De två posterna finns igen.',
  },
} as const

const desks = [
  { language: 'en', where: 'a desktop', options: { ...desktop, locale: 'en-GB' } },
  { language: 'sv', where: 'a phone with a keyboard', options: { ...phone, locale: 'sv-SE' } },
] as const

for (const { language, where, options } of desks) {
  test(`${language}: two entries on one shift are merged by keyboard, and taken apart, on ${where}`, async ({
    journey,
    request,
  }) => {
    const word = words[language]
    const { shift_ids } = await planEvent(request, 'Dubblett', [['10:00', '14:00']])
    const [shift_id = ''] = shift_ids
    const kept = await addPerson(request, 'Ingrid')
    const twin = await addPerson(request, 'Inger', { last_name: kept.last_name })
    for (const person of [kept, twin]) {
      const { id } = await assign(request, shift_id, person)
      await callApi(request, `/admin/assignments/${id}`, { method: 'PATCH', data: { status: 'CONFIRMED' } })
    }

    const page = await journey.openDesk(options)
    await page.goto(`/people/${kept.id}`)
    await pressOn(page, page.getByRole('button', { name: word.merge_with }))
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel(word.search)).toBeFocused()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(kept.last_name)
    await expect(dialog.getByRole('link')).toHaveCount(1)
    await expectAccessibleInBoth(page)
    await pressOn(page, dialog.getByRole('link', { name: twin.name }))

    await expect(page.getByText(word.frees)).toBeVisible()
    await expectAccessibleInBoth(page)
    await tabTo(page, page.getByRole('radio', { name: `${word.name_of} ${kept.name}` }))
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: `${word.name_of} ${twin.name}` })).toBeChecked()
    await page.keyboard.press('Enter')
    const merge = page.getByRole('button', { name: word.merge, exact: true })
    await expect(merge).toBeEnabled()
    await pressOn(page, merge)
    await expect(page.getByText(word.is_one).first()).toBeVisible()
    await expectAccessibleInBoth(page)

    await pressOn(page, page.getByRole('main').getByRole('button', { name: word.undo, exact: true }))
    await expect(page.getByText(word.undone).first()).toBeVisible()
    await page.goto(`/people?q=${encodeURIComponent(kept.last_name)}`)
    for (const { name } of [kept, twin]) await expect(page.getByRole('link', { name })).toBeVisible()
  })
}
