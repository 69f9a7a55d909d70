import { routes } from '@muster/contract/routes'
import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import { answer, refuse, stall } from '../../testing/answers.ts'
import { buildInvitation } from '../../testing/build-invitation.ts'
import { renderPublic } from '../../testing/render-public.tsx'
import { server } from '../../testing/server.ts'

const address = paths.confirmation('a'.repeat(43))
const languages = ['en', 'sv'] as const
type Language = (typeof languages)[number]
const yes = { en: 'Confirm', sv: 'Jag kommer' }
const no = { en: 'Decline', sv: 'Jag kan inte' }

async function open(language: Language) {
  answer('invitations', 'getAssignment', buildInvitation({ status: 'INVITED' }))
  const user = await renderPublic(address, language)
  await screen.findByRole('button', { name: yes[language] })
  return user
}

async function confirm(language: Language) {
  const user = await open(language)
  await user.click(screen.getByRole('button', { name: yes[language] }))
}

const alert = async () => (await screen.findByRole('alert')).textContent

/** What is said of a refusal: of an expired or unknown link always the page's own. */
const refusals = [
  {
    status: 403,
    en: 'Error: This link has expired. Please contact the organizer.',
    sv: 'Fel: Länken har gått ut. Kontakta arrangören.',
  },
  {
    status: 404,
    en: 'Error: This link is invalid or no longer exists.',
    sv: 'Fel: Länken är ogiltig eller finns inte längre.',
  },
]

describe.each(languages)('a refusal (%s)', (language) => {
  it.each(refusals)(
    '$status when the link is opened, whatever the server says',
    async ({ status, ...texts }) => {
      refuse('invitations', 'getAssignment', { status, code: 'x', error: 'The server’s own.' })
      await renderPublic(address, language)
      expect(await alert()).toContain(texts[language])
      expect(screen.queryByText(/The server’s own/)).toBeNull()
    },
  )

  it.each(refusals)('$status when it is answered', async ({ status, ...texts }) => {
    refuse('invitations', 'answerInvitation', { status, code: 'x', error: 'The server’s own.' })
    await confirm(language)
    expect(await alert()).toBe(texts[language])
  })

  it.each([
    [{}, { en: 'Error: Failed to load assignment details', sv: 'Fel: Det gick inte att läsa in ditt pass' }],
    [{ error: 'The server’s own.' }, { en: 'Error: The server’s own.', sv: 'Fel: The server’s own.' }],
  ])('another failure to open it', async (refusal, texts) => {
    refuse('invitations', 'getAssignment', refusal)
    await renderPublic(address, language)
    expect(await alert()).toContain(texts[language])
  })

  it.each([
    [{}, { en: 'Error: Failed to process response', sv: 'Fel: Det gick inte att ta emot ditt svar' }],
    [{ error: 'The server’s own.' }, { en: 'Error: The server’s own.', sv: 'Fel: The server’s own.' }],
  ])('another failure to answer', async (refusal, texts) => {
    refuse('invitations', 'answerInvitation', refusal)
    await confirm(language)
    expect(await alert()).toBe(texts[language])
  })

  it('no connection', async () => {
    server.use(http.get(`*${routes.invitations.getAssignment.path}`, () => HttpResponse.error()))
    await renderPublic(address, language)
    expect(await alert()).toContain(
      {
        en: 'Failed to load assignment details. No connection. Check your network and try again.',
        sv: 'Det gick inte att läsa in ditt pass. Ingen anslutning. Kontrollera nätet och försök igen.',
      }[language],
    )
  })
})

describe.each(languages)('the words of the page (%s)', (language) => {
  it('while the answer is on its way', async () => {
    stall('invitations', 'answerInvitation')
    await confirm(language)
    expect(await screen.findByText({ en: 'Sending…', sv: 'Skickar…' }[language])).toBeDefined()
  })

  it.each([
    {
      status: 'CONFIRMED',
      button: yes,
      en: 'You have confirmed. See you there.',
      sv: 'Du har tackat ja. Vi ses där.',
    },
    {
      status: 'DECLINED',
      button: no,
      en: 'You have declined. Somebody else can take the place.',
      sv: 'Du har tackat nej. Någon annan kan ta platsen.',
    },
  ] as const)('$status', async ({ status, button, [language]: text }) => {
    const user = await open(language)
    answer('invitations', 'answerInvitation', buildInvitation({ status }))
    await user.click(screen.getByRole('button', { name: button[language] }))
    expect(await screen.findByText(text)).toBeDefined()
  })

  it('what it is, and the way to the event', async () => {
    const invitation = buildInvitation()
    answer('invitations', 'getAssignment', invitation)
    await renderPublic(address, language)
    const texts = {
      en: ['Hello Björn', 'Your shift with Midsommarföreningen', 'Add to calendar'],
      sv: ['Hej Björn', 'Ditt pass hos Midsommarföreningen', 'Lägg till i kalendern'],
    }
    for (const text of texts[language]) expect(await screen.findByText(text)).toBeDefined()
    const event = screen.getByRole('link', { name: { en: 'See the event', sv: 'Se evenemanget' }[language] })
    expect(event.getAttribute('href')).toBe(paths.publicEvent(invitation.shift.role.event.id))
    expect(document.title).toBe(`${{ en: 'Your shift', sv: 'Ditt pass' }[language]} · Muster`)
  })
})
