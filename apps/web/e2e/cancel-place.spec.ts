import { ways } from './by-way.ts'
import { inviteSomebody } from './invite.ts'
import { again, expect, expectAccessible, holdTimers, type Page, test } from './journey.ts'
import { addPerson, assign } from './plan.ts'
import { callApi } from './session.ts'

const words = {
  en: {
    yes: 'Confirm',
    open: 'Can’t make it?',
    reason: 'Why?',
    giveUp: 'Give up my place',
    keep: 'Keep my place',
    undo: 'Undo',
    take: 'Take the place',
    taken: 'Somebody else has taken the place in the meantime.',
    full: 'This shift is full. If a place becomes free, you can take it here.',
    late: 'Can’t make it? Please get in touch',
    call: 'Call',
    declined: 'Declined',
    gaveUp: /^Gave the place up on /,
  },
  sv: {
    yes: 'Jag kommer',
    open: 'Jag får förhinder',
    reason: 'Varför?',
    giveUp: 'Lämna återbud',
    keep: 'Behåll min plats',
    undo: 'Ångra',
    take: 'Ta platsen',
    taken: 'Någon annan har hunnit ta platsen.',
    full: 'Passet är fullt. Om en plats blir ledig kan du ta den här.',
    late: 'Fått förhinder? Hör av dig',
    call: 'Ring',
    declined: 'Tackat nej',
    gaveUp: /^Lämnade återbud /,
  },
} as const

/** Waits, because an earlier press would count as the second of a double click. */
const awaitUndo = (page: Page) => page.waitForTimeout(500)

/** Milliseconds of the toast's timer, which is held: the toast would end while the machine is busy. */
const TICK_MS = 250

for (const language of ['en', 'sv'] as const) {
  const word = words[language]
  const { device, press } = ways[language]

  test(`${language}: a place is given up with a reason, undone and given up, and the organiser sees why${again(language === 'en')}`, async ({
    journey,
  }) => {
    const volunteer = await journey.open(device)
    const { link, event_id, shift_id } = await inviteSomebody(volunteer)
    const visitor = await journey.open()
    await visitor.goto(`/e/${event_id}`)
    await holdTimers(volunteer, TICK_MS)
    await volunteer.goto(link)
    const button = (name: string) => volunteer.getByRole('button', { name, exact: true })
    const dialog = volunteer.getByRole('dialog')
    await press(volunteer.getByRole('button', { name: word.yes }))
    await expect(visitor.getByText('1 spot left', { exact: true })).toBeVisible()

    // Back closes the dialog and stays on the page.
    await press(button(word.open))
    await expect(dialog.getByRole('heading', { name: word.open })).toBeFocused()
    await volunteer.goBack()
    await expect(dialog).toBeHidden()
    await expect(button(word.open)).toBeFocused()
    // Pressed by mouse, because the second of two quick taps is ignored, as that of a double click.
    await button(word.open).click()
    await volunteer.keyboard.press('Escape')
    await expect(dialog).toBeHidden()

    await button(word.open).click()
    await dialog.getByLabel(word.reason).fill('Feber')
    await expectAccessible(volunteer)
    await button(word.giveUp).dblclick()
    await expect(button(word.take)).toBeFocused()
    await expectAccessible(volunteer)
    await expect(visitor.getByText('2 spots left', { exact: true })).toBeVisible()
    await awaitUndo(volunteer)
    await press(button(word.undo))
    await expect(button(word.open)).toBeFocused()
    await expect(visitor.getByText('1 spot left', { exact: true })).toBeVisible()

    await press(button(word.open))
    await dialog.getByLabel(word.reason).fill('Feber igen')
    await press(button(word.giveUp))
    await expect(button(word.take)).toBeVisible()

    const organiser = await journey.openDesk(device)
    await organiser.goto(`/?event=${event_id}&shift=${shift_id}`)
    await expect(organiser.getByText(word.gaveUp)).toBeVisible()
    await expect(organiser.getByText('Feber igen')).toBeVisible()
    await expect(organiser.getByText(word.declined, { exact: true }).last()).toBeVisible()
    await expectAccessible(organiser)
  })

  test(`${language}: a place is taken again, unless somebody else was faster${again(language === 'en')}`, async ({
    journey,
    request,
  }) => {
    const volunteer = await journey.open(device)
    const { link, shift_id } = await inviteSomebody(volunteer)
    await holdTimers(volunteer, TICK_MS)
    await volunteer.goto(link)
    const button = (name: string) => volunteer.getByRole('button', { name, exact: true })
    await press(volunteer.getByRole('button', { name: word.yes }))
    await press(button(word.open))
    await press(button(word.giveUp))
    await press(button(word.take))
    await expect(button(word.open)).toBeFocused()

    await press(button(word.open))
    await press(button(word.giveUp))
    await expect(button(word.undo)).toBeVisible()
    await Promise.all(['Eva', 'Maj'].map((name) => fill(name)))
    journey.expectRefusal(/\/change/)
    await awaitUndo(volunteer)
    await press(button(word.undo))
    await expect(volunteer.getByRole('alert')).toHaveText(word.taken)
    await expect(button(word.undo)).toBeHidden()
    await expectAccessible(volunteer)
    await expect(volunteer.getByText(word.full)).toBeVisible()
    await expect(button(word.take)).toBeHidden()

    async function fill(name: string) {
      const { id } = await assign(request, shift_id, await addPerson(request, name))
      await callApi(request, `/admin/assignments/${id}`, { method: 'PATCH', data: { status: 'CONFIRMED' } })
    }
  })

  test(`${language}: when it is too late, the page says whom to ask${again(language === 'en')}`, async ({
    journey,
    request,
  }) => {
    const volunteer = await journey.open(device)
    const { link, event_id } = await inviteSomebody(volunteer)
    const { version } = await callApi(request, `/admin/events/${event_id}`)
    await callApi(request, `/admin/events/${event_id}`, {
      method: 'PUT',
      data: { cancel_until_hours: 720, contact_phone: '+46701740600', version },
    })
    await volunteer.goto(link)
    await press(volunteer.getByRole('button', { name: word.yes }))
    await press(volunteer.getByRole('button', { name: word.open, exact: true }))
    const dialog = volunteer.getByRole('dialog', { name: word.late })
    await expect(dialog.getByRole('link', { name: word.call })).toHaveAttribute('href', 'tel:+46701740600')
    await expect(dialog.getByRole('button', { name: word.giveUp })).toHaveCount(0)
    await expectAccessible(volunteer)
    await press(dialog.getByRole('button', { name: word.keep }))
    await expect(dialog).toBeHidden()
  })
}
