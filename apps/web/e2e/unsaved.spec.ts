import { again, desktop, expect, expectAccessibleInBoth, type Page, phone, test } from './journey.ts'
import { addPerson, planEvent } from './plan.ts'

for (const [where, options] of [
  ['a desktop', desktop],
  ['a phone', phone],
] as const) {
  test(`asks before people who are picked are forgotten, on ${where}${again(where === 'a phone')}`, async ({
    journey,
    request,
  }) => {
    const { event_id, shift_ids } = await planEvent(request, 'Utkast', [
      ['08:00', '12:00'],
      ['13:00', '17:00'],
    ])
    const person = await addPerson(request, 'Ida')
    const organiser = await journey.openDesk(options)
    await organiser.goto('/people')
    await organiser.goto(`/?event=${event_id}`)
    const list = organiser.getByRole('region', { name: 'Shifts by role' })
    const row = (time: string) => list.getByRole('button', { name: time })
    await row('08:00').click()
    await expect(organiser).toHaveURL(new RegExp(`shift=${shift_ids[0]}`))
    const sheet = organiser.getByRole('region', { name: '08:00–12:00' })
    const draft = organiser.getByText('Pending save')
    await pick(organiser, person.name)
    await expect(draft).toBeVisible()

    const ways: [name: string, go: () => Promise<unknown>, isThere: () => Promise<void>][] = [
      [
        'closing',
        () => sheet.getByRole('button', { name: 'Close', exact: true }).click(),
        () => expect(organiser).not.toHaveURL(/shift=/),
      ],
      [
        'another shift',
        () => sheet.getByRole('button', { name: 'Next shift' }).click(),
        () => expect(organiser).toHaveURL(new RegExp(`shift=${shift_ids[1]}`)),
      ],
      ['back', () => goBack(organiser), () => expect(organiser).not.toHaveURL(/shift=/)],
    ]
    // On a phone the shift is a page without them.
    if (options === desktop)
      ways.push([
        'a link',
        () => organiser.getByRole('link', { name: 'Reports' }).click(),
        () => expect(organiser).toHaveURL(/reports/),
      ])
    for (const [name, go, isThere] of ways) {
      await test.step(name, async () => {
        const before = organiser.url()
        await go()
        const question = organiser.getByRole('alertdialog', { name: 'Save the 1 person you added?' })
        if (name === 'closing') await expectAccessibleInBoth(organiser)
        await question.getByRole('button', { name: 'Keep editing' }).click()
        await expect(question).toHaveCount(0)
        await expect(draft).toBeVisible()
        expect(organiser.url()).toBe(before)

        await go()
        await question.getByRole('button', { name: 'Discard' }).click()
        await isThere()
        await organiser.goto(`/?event=${event_id}`)
        await row('08:00').click()
        await pick(organiser, person.name)
        await expect(draft).toBeVisible()
      })
    }
  })
}

test('Escape again and again closes no form', async ({ journey, request }) => {
  const person = await addPerson(request, 'Ida')
  const organiser = await journey.openDesk()
  await organiser.goto(`/people?q=${encodeURIComponent(person.name)}`)
  await organiser.getByRole('button', { name: `Actions for ${person.name}` }).click()
  await organiser.getByRole('menuitem', { name: 'Edit' }).click()
  const notes = organiser.getByRole('textbox', { name: 'Notes' })
  await notes.fill('Kan bära tungt.')
  // At some of these presses the browser closes the dialog, even if the page prevents it.
  for (let presses = 0; presses < 6; presses++) await organiser.keyboard.press('Escape')
  await expect(notes).toBeVisible()
  await expect(notes).toHaveValue('Kan bära tungt.')
})

test('asks before a form is left: a new shift, an event, a person, a message', async ({
  journey,
  request,
}) => {
  const { event_id, event } = await planEvent(request, 'Utkast', [['08:00', '12:00']])
  const person = await addPerson(request, 'Ida', { phone: '070-174 06 05' })
  const organiser = await journey.openDesk()
  const question = organiser.getByRole('alertdialog', { name: 'Discard your changes?' })
  const cancelThenDiscard = async (go: () => Promise<unknown>, expectKept: () => Promise<void>) => {
    await go()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expectKept()
    await go()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(question).toHaveCount(0)
  }

  await organiser.goto(`/?event=${event_id}`)
  await organiser.getByRole('button', { name: 'Add shift', exact: true }).click()
  const needed = organiser.getByLabel('People needed')
  await needed.fill('7')
  await cancelThenDiscard(
    () => organiser.getByRole('button', { name: 'Show the people of' }).first().click(),
    () => expect(needed).toHaveValue('7'),
  )
  await expect(needed).toHaveCount(0)

  await organiser.goto('/events')
  const card = organiser.getByRole('article', { name: event })
  await card.getByRole('button', { name: 'Edit', exact: true }).click()
  const place = organiser.getByLabel('Location')
  await place.fill('Domkyrkan')
  await cancelThenDiscard(
    () => organiser.getByRole('link', { name: 'People' }).click(),
    () => expect(place).toHaveValue('Domkyrkan'),
  )

  await expect(organiser.getByRole('heading', { level: 1, name: 'People' })).toBeVisible()
  await organiser.getByLabel('Search people').fill(person.name)
  const choose = async (entry: string) => {
    await organiser.getByRole('button', { name: `Actions for ${person.name}` }).click()
    await organiser.getByRole('menuitem', { name: entry }).click()
  }
  for (const [entry, field] of [
    ['Edit', 'Notes'],
    ['Send message', 'SMS to'],
  ] as const) {
    await choose(entry)
    const text = organiser.getByRole('dialog').getByRole('textbox', { name: field })
    await text.fill('Kan bära tungt.')
    await cancelThenDiscard(
      () => organiser.keyboard.press('Escape'),
      () => expect(text).toHaveValue('Kan bära tungt.'),
    )
    await expect(organiser.getByRole('dialog')).toHaveCount(0)
  }
  await expect(organiser.getByText('Kan bära tungt.')).toHaveCount(0)
})

async function pick(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Add people' }).fill(name)
  await page.getByRole('option', { name }).click()
  await page.keyboard.press('Escape')
}

/** Replaces `page.goBack`, which would wait for the navigation, because this one is held. */
function goBack(page: Page): Promise<void> {
  return page.evaluate(() => history.back())
}
