import { en as assignmentsEn, sv as assignmentsSv } from '../src/desk/assignments/texts.ts'
import { en as shiftsEn, sv as shiftsSv } from '../src/desk/shifts/texts.ts'
import { en as closedEn, sv as closedSv } from '../src/volunteer/personal-page/closed/texts.ts'
import { en as invitationsEn, sv as invitationsSv } from '../src/volunteer/personal-page/texts.ts'
import { en as signupEn, sv as signupSv } from '../src/volunteer/signup/texts.ts'
import { again, awaitMessage, desktop, expect, expectAccessible, phone, test } from './journey.ts'
import { addPerson, assign, instantAt, planEvent, uniquePhone } from './plan.ts'
import { callApi } from './session.ts'

/* Tests what would cost a volunteer the place, or the organiser the volunteer's trust, in both languages. */

const words = {
  en: {
    assignments: assignmentsEn,
    closed: closedEn,
    invitations: invitationsEn,
    shifts: shiftsEn,
    signup: signupEn,
  },
  sv: {
    assignments: assignmentsSv,
    closed: closedSv,
    invitations: invitationsSv,
    shifts: shiftsSv,
    signup: signupSv,
  },
}
const NOBODY_IS_TOLD = { en: 'Nobody gets a message about it.', sv: 'Ingen får något meddelande om det.' }
const MORE_ABOUT_SHIFT = { en: 'More about the shift', sv: 'Mer om passet' }
const CONTACT = 'kansli@solsidan.example'
const personalLink = (text: string) => /https?:\/\/\S+(\/c\/[\w-]{43})/.exec(text)?.[1] ?? ''

for (const [language, locale] of [
  ['en', 'en-GB'],
  ['sv', 'sv-SE'],
] as const) {
  const { assignments, closed, invitations, shifts, signup } = words[language]
  const asks = (name: string) => invitations.question.replace('{{name}}', name)
  const volunteerOn = { ...phone, locale }
  const organiserOn = { ...desktop, locale }

  test(`${language}: one SMS leads to all shifts, also after a move (D18, D29, D41)${again(language === 'sv')}`, async ({
    journey,
    request,
  }) => {
    const { event_id, shift_ids } = await planEvent(request, 'Lita på', [
      ['10:00', '12:00'],
      ['13:00', '15:00'],
    ])
    const phoneNumber = uniquePhone()
    const person = await addPerson(request, 'Maj', { phone: phoneNumber, language })
    for (const shift_id of shift_ids) await assign(request, shift_id, person)
    await callApi(request, `/admin/events/${event_id}/broadcast`, {
      data: {
        messageType: 'reminder',
        communicationChannel: 'sms',
        includePastShifts: false,
        includeCurrentShifts: true,
        includeUpcomingShifts: true,
        includeLink: true,
      },
    })
    const link = personalLink((await awaitMessage(request, phoneNumber)).text)

    const [first = ''] = shift_ids
    const later = { start_dt: instantAt('10:00', 27), end_dt: instantAt('12:00', 27) }
    await callApi(request, `/admin/shifts/${first}?notify=false`, { method: 'PUT', data: later })
    const volunteer = await journey.open(volunteerOn)
    await volunteer.goto(link)
    await expect(volunteer.getByRole('heading', { level: 1, name: asks('Maj') })).toBeVisible()
    await expect(volunteer.getByRole('link', { name: CONTACT })).toBeVisible()
    await expectAccessible(volunteer)
    await volunteer.getByRole('button', { name: invitations.confirm }).click()
    await expect(volunteer.getByRole('heading', { level: 1, name: /Maj/ })).toBeVisible()

    await volunteer.goto(link)
    await volunteer.getByRole('button', { name: new RegExp(`^${invitations.asked.no} `) }).click()
    const all = volunteer.getByRole('list').filter({ hasText: invitations.status.DECLINED })
    await expect(all.getByText(invitations.status.DECLINED)).toBeVisible()
  })

  test(`${language}: a new link ends the old one, and reaches the person (D17)${again(language === 'sv')}`, async ({
    journey,
    request,
  }) => {
    const { event_id, shift_ids } = await planEvent(request, 'Ny länk', [['10:00', '12:00']])
    const [shift_id = ''] = shift_ids
    const person = await addPerson(request, 'Åke', { language })
    const { id } = await assign(request, shift_id, person)
    await callApi(request, `/admin/assignments/${id}/send-invite`, { data: { method: 'EMAIL' } })
    const before = personalLink((await awaitMessage(request, person.email)).text)

    const organiser = await journey.openDesk(organiserOn)
    await organiser.goto(`/?event=${event_id}&shift=${shift_id}`)
    await organiser
      .getByRole('button', { name: assignments.more_about.replace('{{name}}', person.name) })
      .click()
    await organiser.getByRole('menuitem', { name: assignments.new_link.menu }).click()
    const dialog = organiser.getByRole('dialog')
    await expect(
      dialog.getByRole('checkbox', { name: assignments.new_link.send.replace('{{name}}', person.name) }),
    ).toBeChecked()
    await expectAccessible(organiser)
    await dialog.getByRole('button', { name: assignments.new_link.make }).click()
    await expect(
      organiser.getByText(assignments.new_link.made.replace('{{name}}', person.name)),
    ).toBeVisible()

    const readLink = async () => personalLink((await awaitMessage(request, person.email)).text)
    await expect.poll(readLink).not.toBe(before)
    const volunteer = await journey.open(volunteerOn)
    // Two calls are refused: that of the link, and that of how to reach its organizer.
    journey.expectRefusal(/\/assignment\//)
    journey.expectRefusal(/\/assignment\//)
    await volunteer.goto(before)
    await expect(volunteer.getByRole('heading', { level: 1, name: closed.title.replaced })).toBeVisible()
    await expect(volunteer.getByText(closed.replaced)).toBeVisible()
    await expectAccessible(volunteer)
    await volunteer.goto(await readLink())
    await expect(volunteer.getByRole('heading', { level: 1, name: asks('Åke') })).toBeVisible()
  })

  test(`${language}: an invitation nobody sent keeps nobody out, and its end is told to nobody (D14, D21)${again(language === 'sv')}`, async ({
    journey,
    request,
  }) => {
    const { event_id, shift_ids } = await planEvent(request, 'Ledig', [
      ['10:00', '14:00'],
      ['12:00', '16:00'],
    ])
    const [picked_for = '', wanted = ''] = shift_ids
    const person = await addPerson(request, 'Sören', { language })
    await assign(request, picked_for, person)

    const volunteer = await journey.open(volunteerOn)
    await volunteer.goto(`/e/${event_id}/shifts/${wanted}/signup`)
    const values = {
      first_name: person.first_name,
      last_name: person.last_name,
      email: person.email,
      phone: '070-174 06 35',
    }
    for (const [name, value] of Object.entries(values))
      await volunteer.locator(`input[name=${name}]`).fill(value)
    await volunteer.locator('select[name=countryCode]').selectOption('SE')
    await volunteer.locator('input[name=acceptedTerms]').check()
    await volunteer.getByRole('button', { name: signup.sign_up, exact: true }).click()
    await expect(
      volunteer.getByRole('heading', { level: 1, name: signup.done.title.replace('{{name}}', 'Sören') }),
    ).toBeVisible()
    const confirmation = await awaitMessage(request, person.email)

    const organiser = await journey.openDesk(organiserOn)
    await organiser.goto(`/?event=${event_id}&shift=${picked_for}`)
    await organiser.getByRole('button', { name: MORE_ABOUT_SHIFT[language], exact: true }).click()
    await organiser.getByRole('menuitem', { name: shifts.remove_shift }).click()
    const dialog = organiser.getByRole('alertdialog')
    await expect(dialog.getByText(NOBODY_IS_TOLD[language])).toBeVisible()
    await dialog.getByRole('button', { name: shifts.remove_shift, exact: true }).click()
    await expect(organiser.getByText(shifts.remove.removed_one)).toBeVisible()

    // A later message has arrived, so one to Sören would have arrived before it.
    const other = await addPerson(request, 'Ulla')
    const { id } = await assign(request, wanted, other)
    await callApi(request, `/admin/assignments/${id}/send-invite`, { data: { method: 'EMAIL' } })
    await awaitMessage(request, other.email)
    expect((await awaitMessage(request, person.email)).subject).toBe(confirmation.subject)
  })
}
