import { HOURS_TO_CONFIRM } from '@muster/contract/rules/unanswered-move'
import { askEarlier } from './ask-earlier.ts'
import { ways } from './by-way.ts'
import { inviteSomebody } from './invite.ts'
import { again, awaitMessage, expect, expectAccessible, expectAccessibleInBoth, test } from './journey.ts'
import { instantAt } from './plan.ts'
import { callApi } from './session.ts'

/* The tests run in parallel, because two wait for a worker that looks once a minute. */
test.describe.configure({ mode: 'parallel' })

const words = {
  en: {
    confirm: 'Confirm',
    question: 'This shift has moved. Does the new time work?',
    yes: /^Yes /,
    agreed: 'Thank you, you keep your place at the new time.',
    no: /^No /,
    open: 'Can’t make it?',
    giveUp: 'Give up my place',
    take: 'Take the place',
    marked: /^New time not confirmed since /,
    until: /^Please answer by .* Without an answer by then, your place is free for others\.$/,
    freed: /without an answer the place is free on /,
    given: /we had no answer from you about the new time/,
    releasedAt: /^Place freed on .*: no answer about the new time$/,
    unanswered: 'If somebody does not answer whether a new time works',
    save: 'Save',
  },
  sv: {
    confirm: 'Jag kommer',
    question: 'Passet har flyttats. Passar den nya tiden?',
    yes: /^Ja /,
    agreed: 'Tack, du har kvar din plats på den nya tiden.',
    no: /^Nej /,
    open: 'Jag får förhinder',
    giveUp: 'Lämna återbud',
    take: 'Ta platsen',
    marked: /^Nya tiden inte bekräftad sedan /,
    until: /^Svara senast .* Har du inte svarat då blir din plats ledig för andra\.$/,
    freed: /utan svar blir platsen ledig /,
    given: /vi fick inget svar om den nya tiden/,
    releasedAt: /^Platsen blev ledig .*: inget svar om den nya tiden$/,
    unanswered: 'Om någon inte svarar om en ny tid passar',
    save: 'Spara',
  },
} as const

for (const language of ['en', 'sv'] as const) {
  const word = words[language]
  test(`${language}: a shift moves, the volunteer says yes, it moves again, and they say no${again(language === 'en')}`, async ({
    journey,
    request,
  }) => {
    const { device, press } = ways[language]
    const volunteer = await journey.open(device)
    const { link, event_id, shift_id } = await inviteSomebody(volunteer)
    const move = (start: string, end: string) =>
      callApi(request, `/admin/shifts/${shift_id}`, {
        method: 'PUT',
        data: { start_dt: instantAt(start), end_dt: instantAt(end) },
      })
    const question = volunteer.getByText(word.question, { exact: true })
    await volunteer.goto(link)
    await press(volunteer.getByRole('button', { name: word.confirm }))
    await expect(volunteer.getByRole('button', { name: word.open })).toBeVisible()

    await move('12:00', '16:00')
    await volunteer.reload()
    await expect(question).toBeVisible()
    await expectAccessibleInBoth(volunteer)
    const organiser = await journey.openDesk(device)
    await organiser.goto(`/?event=${event_id}&shift=${shift_id}`)
    await expect(organiser.getByText(word.marked)).toBeVisible()
    await expectAccessible(organiser)

    await press(volunteer.getByRole('button', { name: word.yes }))
    await expect(volunteer.locator('p', { hasText: word.agreed })).toBeFocused()
    await expectAccessibleInBoth(volunteer)
    await expect(question).toBeHidden()
    await expect(organiser.getByText(word.marked)).toBeHidden()

    await move('14:00', '18:00')
    await volunteer.reload()
    await expect(question).toBeVisible()
    await press(volunteer.getByRole('button', { name: word.no }))
    await press(volunteer.getByRole('button', { name: word.giveUp }))
    await expect(volunteer.getByRole('button', { name: word.take })).toBeFocused()
    await expect(question).toBeHidden()
  })
}

for (const language of ['en', 'sv'] as const) {
  const word = words[language]
  test(`${language}: an event frees unanswered places, and both sides see when${again(language === 'en')}`, async ({
    journey,
    request,
    baseURL,
  }) => {
    const { device, press } = ways[language]
    const volunteer = await journey.open(device)
    const { email, link, event_id, shift_id } = await inviteSomebody(volunteer)
    await volunteer.goto(link)
    await press(volunteer.getByRole('button', { name: word.confirm }))
    await expect(volunteer.getByRole('button', { name: word.open })).toBeVisible()

    const organiser = await journey.openDesk(device)
    await organiser.goto(`/events/${event_id}/settings#reminders`)
    await organiser.getByLabel(word.unanswered).selectOption('free')
    const save = organiser.getByRole('button', { name: word.save, exact: true })
    await press(save)
    await expect(save).toBeHidden()

    const move = async (start: string, end: string) => {
      const data = { start_dt: instantAt(start), end_dt: instantAt(end) }
      await callApi(request, `/admin/shifts/${shift_id}`, { method: 'PUT', data })
    }
    const findOnceGiven = async (what: 'confirm_by' | 'freed_unanswered', text: RegExp) => {
      // The API is polled, because each reload of the page would take half a second of processor.
      await expect.poll(() => readOf(what), { timeout: 90_000 }).toBeTruthy()
      await volunteer.reload()
      await expect(volunteer.getByText(text)).toBeVisible()
    }
    const readOf = async (what: 'confirm_by' | 'freed_unanswered'): Promise<unknown> =>
      (await (await request.get(link.replace('/c/', '/assignment/'))).json())[what]
    await move('12:00', '16:00')
    // The deadline is there once the e-mail has left.
    await findOnceGiven('confirm_by', word.until)
    await expectAccessibleInBoth(volunteer)
    await organiser.goto(`/?event=${event_id}&shift=${shift_id}`)
    await expect(organiser.getByText(word.freed)).toBeVisible()
    await expectAccessible(organiser)

    await press(volunteer.getByRole('button', { name: word.yes }))
    await expect(volunteer.getByText(word.until)).toBeHidden()
    await expect(organiser.getByText(word.freed)).toBeHidden()

    await move('14:00', '18:00')
    await findOnceGiven('confirm_by', word.until)
    // The e-mail names the next full hour.
    await askEarlier(baseURL ?? '', shift_id, HOURS_TO_CONFIRM + 1)
    await findOnceGiven('freed_unanswered', word.given)
    await expectAccessibleInBoth(volunteer)
    await expect(organiser.getByText(word.releasedAt)).toBeVisible()
    // The e-mail is in the organisation's language, because the organisation has invited them.
    await expect
      .poll(async () => (await awaitMessage(request, email)).subject)
      .toMatch(/^Din plats är släppt: /)
    await press(volunteer.getByRole('button', { name: word.take }))
    await expect(volunteer.getByRole('button', { name: word.open })).toBeVisible()
  })
}
