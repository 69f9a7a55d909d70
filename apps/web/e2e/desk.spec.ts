import { inviteSomebody } from './invite.ts'
import { awaitMessage, expect, expectAccessible, phone, test } from './journey.ts'
import { addPerson, uniquePhone } from './plan.ts'

test('staffs a shift, and sees the answer come in', async ({ journey, request }) => {
  const phoneNumber = uniquePhone()
  const { email } = await addPerson(request, 'Åsa', { last_name: 'Öbrink', phone: phoneNumber })
  const organiser = await journey.openDesk()
  const { event_id, shift_id } = await inviteSomebody(organiser)
  await organiser.goto(`/?event=${event_id}&shift=${shift_id}`)
  const people = organiser.getByRole('list', { name: 'On this shift' })
  await expect(people.getByText('Björn Ek')).toBeVisible()

  const search = organiser.getByRole('combobox', { name: 'Add people' })
  for (const [typed, name] of [
    ['asa obr', 'Åsa Öbrink'],
    ["o'b", "Zoë O'Brien"],
    ['ekenstam', 'Björn af Ekenstam'],
  ] as const) {
    await search.fill(typed)
    await organiser.getByRole('option', { name }).first().click()
    await expect(people.getByText(name)).toBeVisible()
  }
  await organiser.keyboard.press('Escape')
  await organiser.getByRole('button', { name: "Undo: Zoë O'Brien" }).click()
  await expect(organiser.getByText('2 to add')).toBeVisible()
  await expectAccessible(organiser)

  await organiser.getByRole('link', { name: 'People' }).click()
  await expect(organiser.getByRole('alertdialog')).toBeVisible()
  await organiser.keyboard.press('Escape')
  await organiser.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(people.getByText('Pending save')).toHaveCount(0)
  await expect(people.getByText('Not asked yet')).toHaveCount(2)

  const asa = people.getByRole('listitem').filter({ hasText: 'Åsa Öbrink' })
  await asa.getByRole('button', { name: /Send invite/ }).click()
  const dialog = organiser.getByRole('dialog')
  await expectAccessible(organiser)
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(asa.getByText(/e-mail and SMS/)).toBeVisible()

  const volunteer = await journey.open(phone)
  const mail = await awaitMessage(volunteer.request, email)
  const sms = await awaitMessage(volunteer.request, phoneNumber)
  const [byMail, bySms] = [mail, sms].map(({ text }) => /\/c\/[\w-]{43}/.exec(text)?.[0])
  expect(bySms).toBe(byMail)
  await volunteer.goto(byMail ?? '')
  await volunteer.getByRole('button', { name: /Jag kommer|confirm/ }).click()
  await expect(volunteer.getByRole('heading', { level: 1, name: /Åsa/ })).toBeVisible()

  await expect(asa.getByText('Confirmed', { exact: true })).toBeVisible()
})
