import { inviteSomebody } from './invite.ts'
import { expect, expectAccessible, holdTimers, phone, test } from './journey.ts'

const words = {
  en: {
    locale: 'en-GB',
    question: 'Björn, can you help?',
    yes: 'Confirm',
    no: 'Decline',
    thanks: 'Thank you, Björn!',
    declined: 'Thanks for telling us',
    calendar: 'Add to calendar',
    coming: 'Your answer is being sent: you can’t.',
    stop: 'Stop',
    status: 'confirmed',
  },
  sv: {
    locale: 'sv-SE',
    question: 'Björn, kan du hjälpa till?',
    yes: 'Jag kommer',
    no: 'Jag kan inte',
    thanks: 'Tack, Björn!',
    declined: 'Tack för att du säger till',
    calendar: 'Lägg till i kalendern',
    coming: 'Ditt svar skickas: du kan inte.',
    stop: 'Stoppa',
    status: 'du är med',
  },
} as const

for (const language of ['en', 'sv'] as const) {
  const word = words[language]
  const asked = { ...phone, locale: word.locale }

  test(`${language}: somebody is asked and says yes, on a phone`, async ({ journey }) => {
    const volunteer = await journey.open({ ...asked, colorScheme: 'dark' })
    const { link, event_id } = await inviteSomebody(volunteer)
    const visitor = await journey.open()
    await visitor.goto(`/e/${event_id}`)
    await expect(visitor.getByText('2 spots left', { exact: true })).toBeVisible()

    await volunteer.goto(link)
    await expect(volunteer.getByRole('heading', { level: 1, name: word.question })).toBeVisible()
    await expect(volunteer.getByRole('link', { name: 'example.org/vag' })).toBeVisible()
    await expectAccessible(volunteer)
    const [yes, no] = [word.yes, word.no].map((name) => volunteer.getByRole('button', { name }))
    const [yesBox, noBox] = [await yes?.boundingBox(), await no?.boundingBox()]
    expect(yesBox?.height).toBe(52)
    expect(noBox).toMatchObject({ width: yesBox?.width, height: yesBox?.height })

    // The second click may land on what replaced the button, and move the focus.
    await yes?.dblclick()
    await expect(volunteer.getByRole('heading', { level: 1, name: word.thanks })).toBeVisible()
    await expectAccessible(volunteer)
    await expect(visitor.getByText('1 spot left', { exact: true })).toBeVisible()
    const calendar = volunteer.waitForEvent('download')
    await volunteer.getByRole('link', { name: word.calendar }).click()
    expect((await calendar).suggestedFilename()).toMatch(/^Entr.*\.ics$/)

    await volunteer.reload()
    await expect(volunteer.getByText(word.status, { exact: true })).toBeVisible()
    await expectAccessible(volunteer)
  })

  test(`${language}: an answer in the address can be stopped, and is sent after three seconds`, async ({
    journey,
  }) => {
    const volunteer = await journey.open(asked)
    const { link } = await inviteSomebody(volunteer)
    const hesitant = await journey.open(asked)
    await holdTimers(hesitant, 1_000)
    await hesitant.goto(`${link}?confirm=no`)
    await expect(hesitant.getByText(word.coming)).toBeVisible()
    await expectAccessible(hesitant)
    await hesitant.getByRole('button', { name: word.stop, exact: true }).click()
    await expect(hesitant.getByRole('button', { name: word.no })).toBeVisible()
    expect(new URL(hesitant.url()).search).toBe('')

    await volunteer.goto(`${link}?confirm=no`)
    await expect(volunteer.getByRole('heading', { level: 1, name: word.declined })).toBeVisible()
    await expectAccessible(volunteer)
  })
}
