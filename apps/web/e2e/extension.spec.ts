import { again, desktop, expect, expectAccessibleInBoth, phone, test } from './journey.ts'
import { findExpired } from './plan.ts'
import { club, society } from './session.ts'

const words = {
  en: {
    people: 'On this shift',
    late: 'This link has expired. Please contact the organizer.',
    expired: 'Expired',
    extend: 'Extend',
    title: 'More time for',
    choices: ['7 days', '30 days', '90 days'],
    until: 'New last time to answer:',
    capped: 'That is when the shift starts, and no answer can come later.',
    left: /^(6 d 23|7 d 0) h left$/,
    leftTwice: /^(8|9|1\d) d \d+ h left$/,
    more: 'More about',
    question: 'can you help?',
  },
  sv: {
    people: 'På det här passet',
    late: 'Länken har gått ut. Kontakta arrangören.',
    expired: 'Utgångna',
    extend: 'Förläng',
    title: 'Mer tid för',
    choices: ['7 dagar', '30 dagar', '90 dagar'],
    until: 'Ny sista tid att svara:',
    capped: 'Då börjar passet, och senare går det inte att svara.',
    left: /^(6 d 23|7 d 0) h kvar$/,
    leftTwice: /^(8|9|1\d) d \d+ h kvar$/,
    more: 'Mer om',
    question: 'kan du hjälpa till?',
  },
} as const

const desks = [
  { language: 'en', where: 'a desktop', options: { ...desktop, locale: 'en-GB' }, organization: society },
  { language: 'sv', where: 'a phone', options: { ...phone, locale: 'sv-SE' }, organization: club },
] as const

for (const { language, where, options, organization } of desks) {
  test(`${language}: an expired invitation is revived, on ${where}${again(language === 'sv')}`, async ({
    journey,
    request,
  }) => {
    const word = words[language]
    const { event_id, shift_id, name, link } = await findExpired(request, organization)
    const volunteer = await journey.open({ ...phone, locale: options.locale })
    journey.expectRefusal(/\/assignment\//)
    await volunteer.goto(link)
    await expect(volunteer.getByText(word.late)).toBeVisible()

    const organiser = await journey.openDesk(options, organization)
    await organiser.goto(`/?event=${event_id}&shift=${shift_id}`)
    const people = organiser.getByRole('list', { name: word.people })
    const row = people.getByRole('listitem').filter({ hasText: name })
    await expect(row.getByText(word.expired)).toBeVisible()
    await row.getByRole('button', { name: word.extend, exact: true }).click()

    const dialog = organiser.getByRole('dialog', { name: `${word.title} ${name}` })
    const [week, month, quarter] = word.choices.map((label) => dialog.getByText(label, { exact: true }))
    await expect(dialog.getByRole('radio', { name: word.choices[0] })).toBeChecked()
    const until = dialog.getByText(word.until)
    const inAWeek = await until.innerText()
    await quarter?.click()
    await expect(dialog.getByText(word.capped)).toBeVisible()
    await month?.click()
    await expect(until).not.toHaveText(inAWeek)
    await week?.click()
    await expect(until).toHaveText(inAWeek)
    await expectAccessibleInBoth(organiser)
    await dialog.getByRole('button', { name: word.extend, exact: true }).click()
    await expect(row.getByText(word.left)).toBeVisible()
    await expect(row.getByText(word.expired)).toHaveCount(0)

    await volunteer.reload()
    await expect(volunteer.getByRole('heading', { level: 1, name: word.question })).toBeVisible()

    // For an open invitation the days are added to the time left.
    await row.getByRole('button', { name: `${word.more} ${name}` }).click()
    await organiser.getByRole('menuitem', { name: word.extend }).click()
    await dialog.getByRole('button', { name: word.extend, exact: true }).click()
    await expect(row.getByText(word.leftTwice)).toBeVisible()
  })
}
