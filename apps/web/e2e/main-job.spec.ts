import { deleteLater } from './delete-later.ts'
import { awaitMessage, expect, expectAccessible, inputTime, phone, signIn, test } from './journey.ts'

test('from nothing to a volunteer on a shift', async ({ journey }) => {
  const organiser = await journey.open()
  await organiser.goto('/login')
  await expectAccessible(organiser)
  await signIn(organiser)
  await expectAccessible(organiser)

  const name = `Höstmarknad ${Date.now()}`
  const main = organiser.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'Events' }).click()
  await organiser.getByRole('link', { name: 'Add event' }).click()
  const form = organiser.getByRole('form', { name: 'Add event' })
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByLabel('Location').fill('Stortorget, Lund')
  await form.getByLabel('Starts').fill(inputTime(20, '').slice(0, 10))
  await form.getByLabel('Start time').fill('09:00')
  await form.getByLabel('End time').fill('18:00')
  await form.getByLabel('End time').press('Tab')
  await expectAccessible(organiser)
  await form.getByRole('button', { name: 'Create event' }).click()
  await expect(organiser.getByRole('heading', { level: 1, name })).toBeVisible()
  await expectAccessible(organiser)

  await main.getByRole('link', { name: 'Events' }).click()
  await organiser.getByRole('article', { name }).getByRole('button', { name: 'Add the first role' }).click()
  const role = organiser.getByRole('form', { name: 'Add role' })
  await role.getByLabel('Name').fill('Entré')
  await role.getByLabel('Description').fill('Välkomna besökarna vid grinden.')
  await role.getByRole('button', { name: 'Save role' }).click()
  const editor = organiser.getByRole('article').filter({ has: role })
  await expect(editor.getByText('Entré', { exact: true })).toBeVisible()
  await expectAccessible(organiser)
  await organiser.getByRole('form', { name: 'Edit event' }).getByRole('button', { name: 'Cancel' }).click()

  // D49: a new event is a draft, with a preview.
  const card = organiser.getByRole('article', { name })
  await card.getByRole('button', { name: 'Preview' }).click()
  await expect(organiser.getByText('Preview: only you see this page')).toBeVisible()
  await expectAccessible(organiser)
  const address = new URL(organiser.url()).pathname
  expect((await organiser.request.get(address)).status()).toBe(404)
  await organiser.getByRole('link', { name: 'Publish' }).click()
  await expectAccessible(organiser)
  await organiser.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  await expect(card.getByText('Open', { exact: true })).toBeVisible()

  await main.getByRole('link', { name: 'Shifts' }).click()
  await organiser.getByRole('combobox', { name: 'Event', exact: true }).selectOption({ label: name })
  await organiser.getByRole('button', { name: 'Add shift' }).click()
  const shift = organiser.getByRole('form', { name: 'Add shift' })
  await expect(shift.getByRole('button', { name: 'Entré', pressed: true })).toBeVisible()
  await shift.getByLabel('People needed').fill('2')
  await expectAccessible(organiser)
  await shift.getByRole('button', { name: 'Save and close' }).click()
  await expect(organiser.getByRole('cell', { name: '0/2' })).toBeVisible()
  await expectAccessible(organiser)

  const event_id = new URL(organiser.url()).searchParams.get('event')
  deleteLater(`/admin/events/${event_id}?notify=false`)
  const visitor = await journey.open()
  await visitor.goto(`/e/${event_id}`)
  await expect(visitor.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(visitor.getByText('2 spots left', { exact: true })).toBeVisible()
  await expectAccessible(visitor)

  const volunteer = await journey.open(phone)
  await volunteer.goto(`/e/${event_id}`)
  await expectAccessible(volunteer)
  await volunteer.getByRole('link', { name: /Sign up/ }).click()
  await expect(visitor.getByText('1 person is signing up now')).toBeVisible()

  const email = `asa.${Date.now()}@example.org`
  await volunteer.getByLabel('First name').fill('Åsa')
  await volunteer.getByLabel('Last name').fill('Öberg')
  await volunteer.getByLabel('E-mail').fill(email)
  await volunteer.getByLabel('Phone').fill('070-174 06 35')
  await volunteer.getByLabel('Anything the organizer should know?').fill('I come straight from work.')
  await volunteer.getByLabel(/I am at least 16/).check()
  await expectAccessible(volunteer)
  await volunteer.getByRole('button', { name: 'Sign up' }).click()
  await expect(volunteer.getByRole('heading', { name: 'You’re signed up, Åsa' })).toBeVisible()
  await expectAccessible(volunteer)

  await expect(visitor.getByText('1 spot left', { exact: true })).toBeVisible()
  await expect(visitor.getByText('Åsa Öberg')).toBeVisible()
  await expect(organiser.getByRole('cell', { name: '1/2' })).toBeVisible()
  await expect(visitor.getByText('straight from work')).toHaveCount(0)

  // V4
  await organiser.getByRole('row').filter({ hasText: '1/2' }).click()
  const people = organiser.getByRole('list', { name: 'On this shift' })
  await expect(people.getByText('Note at sign-up: “I come straight from work.”')).toBeVisible()
  await expectAccessible(organiser)

  const calendar = volunteer.waitForEvent('download')
  await volunteer.getByRole('link', { name: 'Add to calendar' }).click()
  expect((await calendar).suggestedFilename()).toMatch(/^Entr.*\.ics$/)

  const mail = await awaitMessage(volunteer.request, email)
  expect(mail.attachments.map(({ content_type }) => content_type).join()).toContain('text/calendar')
  const link = /https?:\/\/\S+\/c\/[\w-]{43}/.exec(mail.text)?.[0]
  await volunteer.goto(new URL(link ?? '').pathname)
  await expect(volunteer.getByText('confirmed')).toBeVisible()
  await expect(volunteer.getByText('Entré')).toBeVisible()
  await expectAccessible(volunteer)
})
