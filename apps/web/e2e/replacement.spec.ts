import { ways } from './by-way.ts'
import { inviteSomebody } from './invite.ts'
import { again, awaitMessage, expect, expectAccessibleInBoth, test } from './journey.ts'

const words = {
  en: {
    yes: 'Confirm',
    find: 'Find a replacement',
    make: 'Make a link',
    message: 'Message to send',
    fields: ['First name', 'Last name', 'E-mail', 'Phone'],
    take: 'Take this shift',
    done: 'The shift is yours',
    free: 'Somebody else has taken this shift by your link. You are free.',
    ended: 'The shift has been taken',
  },
  sv: {
    yes: 'Jag kommer',
    find: 'Hitta en ersättare',
    make: 'Skapa en länk',
    message: 'Meddelande att skicka',
    fields: ['Förnamn', 'Efternamn', 'E-post', 'Telefon'],
    take: 'Ta passet',
    done: 'Passet är ditt',
    free: 'Någon annan har tagit passet genom din länk. Du är ledig.',
    ended: 'Passet är taget',
  },
} as const

for (const language of ['en', 'sv'] as const) {
  const word = words[language]
  const { device, press } = ways[language]

  test(`${language}: a friend takes a place over by a link, and both are told${again(language === 'en')}`, async ({
    journey,
  }) => {
    const giver = await journey.open(device)
    const { link, email } = await inviteSomebody(giver)
    await giver.goto(link)
    await press(giver.getByRole('button', { name: word.yes }))

    // Two presses make the link.
    await press(giver.getByRole('button', { name: word.find }))
    const dialog = giver.getByRole('dialog')
    await press(dialog.getByRole('button', { name: word.make }))
    const message = dialog.getByLabel(word.message)
    await expect(message).toBeVisible()
    await expectAccessibleInBoth(giver)
    const url = /https?:\/\/\S+?(\/swap\/[\w-]+)/.exec(await message.inputValue())?.[1] ?? ''
    expect(url).not.toBe('')

    const friend = await journey.open(device)
    await friend.goto(url)
    await expectAccessibleInBoth(friend)
    const to = `olle-${Date.now()}@volunteer.example`
    const typed = ['Olle', 'Frisk', to, '+46 70 174 06 33']
    for (const [at, label] of word.fields.entries())
      await friend.getByLabel(label, { exact: true }).fill(typed[at] ?? '')
    await press(friend.getByRole('button', { name: word.take }))
    await expect(friend.getByRole('heading', { name: word.done })).toBeVisible()
    await expectAccessibleInBoth(friend)

    // The giver's page names the outcome, and the link gives no second place.
    await giver.goto(link)
    await expect(giver.getByText(word.free)).toBeVisible()
    journey.expectRefusal(/\/swaps\//)
    await friend.goto(url)
    await expect(friend.getByRole('heading', { name: word.ended })).toBeVisible()
    await awaitMessage(friend.request, to)
    await awaitMessage(giver.request, email)
  })
}
