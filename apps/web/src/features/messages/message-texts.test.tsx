import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, refuse, stall } from '../../testing/answers.ts'
import { buildMessage, buildPerson } from '../../testing/build-person.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'

vi.mock('../../live/connection.ts', () => import('../../testing/live-channel.ts'))

const words = {
  en: { actions: 'Actions for Björn af Ekenstam', message: 'Send message', send: 'Send SMS' },
  sv: { actions: 'Åtgärder för Björn af Ekenstam', message: 'Skicka meddelande', send: 'Skicka sms' },
} as const
const languages = ['en', 'sv'] as const
type Language = (typeof languages)[number]

beforeEach(() => {
  answerOrganization()
  answer('messages', 'listMessages', [])
})

async function open(language: Language, person = buildPerson()) {
  answer('people', 'listPeople', [person])
  const user = await renderApp('/people', { language })
  await user.click(await screen.findByRole('button', { name: words[language].actions }))
  await user.click(await screen.findByRole('menuitem', { name: words[language].message }))
  return user
}

async function send(language: Language, text = 'Hej') {
  const user = await open(language)
  const field = await screen.findByRole('textbox')
  await user.click(field)
  if (text !== '') await user.paste(text)
  await user.click(screen.getByRole('button', { name: words[language].send }))
}

describe.each(languages)('the message dialog (%s)', (language) => {
  it.each([
    [{}, { en: 'Failed to load the messages', sv: 'Det gick inte att hämta meddelandena' }[language]],
    [{ error: 'The server’s own.' }, 'The server’s own.'],
  ])('says inline why the history was not read', async (refusal, text) => {
    refuse('messages', 'listMessages', refusal)
    await open(language)
    expect((await screen.findByRole('alert')).textContent).toBe(text)
  })

  it.each([
    [{}, { en: 'Failed to send the SMS', sv: 'Det gick inte att skicka sms:et' }[language]],
    [{ status: 409, error: 'The server’s own.' }, 'The server’s own.'],
  ])('says inline why an SMS was not sent', async (refusal, text) => {
    refuse('messages', 'sendSms', refusal)
    await send(language)
    expect(await screen.findByText(text)).toBeDefined()
  })

  it('says that it is sending, and that it has sent', async () => {
    stall('messages', 'sendSms')
    await send(language)
    expect(await screen.findByText({ en: 'Sending...', sv: 'Skickar...' }[language])).toBeDefined()
  })

  it('says that the SMS is on its way', async () => {
    answer('messages', 'sendSms', buildMessage())
    await send(language)
    const sent = { en: 'The SMS is on its way.', sv: 'Sms:et är på väg.' }[language]
    expect(await screen.findByText(sent)).toBeDefined()
  })

  it.each([
    { text: '', en: 'Write your message', sv: 'Skriv ditt meddelande' },
    {
      text: 'a'.repeat(1_531),
      en: 'The message is longer than ten SMS. Please shorten it.',
      sv: 'Meddelandet är längre än tio sms. Korta ner det.',
    },
  ])('refuses what cannot be sent', async ({ text, [language]: problem }) => {
    await send(language, text)
    expect(await screen.findByText(problem)).toBeDefined()
    expect(screen.getByRole('textbox').getAttribute('placeholder')).toBe(
      { en: 'Write your message', sv: 'Skriv ditt meddelande' }[language],
    )
  })

  it('explains an empty history and a missing number', async () => {
    await open(language, buildPerson({ phone: null }))
    const texts = {
      en: [
        'No messages yet. What you send, and what Björn answers, will be kept here.',
        'Björn af Ekenstam has no phone number, so no SMS can be sent. Add one to the person first.',
      ],
      sv: [
        'Inga meddelanden än. Det ni skickar, och det Björn svarar, sparas här.',
        'Björn af Ekenstam har inget telefonnummer, så det går inte att skicka sms. Lägg till ett först.',
      ],
    }
    for (const text of texts[language]) expect(await screen.findByText(text)).toBeDefined()
  })

  it('says why one has not gone out, and that it still will', async () => {
    answer('messages', 'listMessages', [
      buildMessage({ status: 'QUEUED', failure_reason: 'The server’s own.' }),
      buildMessage({ status: 'FAILED', failure_reason: 'Gone for good.' }),
    ])
    await open(language)
    const later = {
      en: 'It is sent by itself as soon as it can be.',
      sv: 'Det skickas av sig självt så snart det går.',
    }
    expect(await screen.findByText(`The server’s own. ${later[language]}`)).toBeDefined()
    expect(screen.getByText('Gone for good.')).toBeDefined()
  })

  it('names every status, and the columns', async () => {
    const statuses = ['QUEUED', 'SENDING', 'SENT', 'DELIVERED', 'FAILED', 'UNKNOWN'] as const
    answer('messages', 'listMessages', [
      ...statuses.map((status) => buildMessage({ status })),
      buildMessage({ direction: 'INBOUND', channel: 'EMAIL' }),
    ])
    await open(language)
    const columns = {
      en: ['Time', 'Direction', 'Channel', 'Message', 'Status'],
      sv: ['Tid', 'Riktning', 'Kanal', 'Meddelande', 'Status'],
    }
    const table = await screen.findByRole('table', { name: /(to and from|till och från) Björn/ })
    const texts = (selector: string) =>
      [...table.querySelectorAll(selector)].map(({ textContent }) => textContent)
    expect(texts('thead th')).toEqual(columns[language])
    expect(texts('tbody tr td:last-child')).toEqual(
      {
        en: ['Queued', 'Sending', 'Sent', 'Delivered', 'Failed', 'Unknown', 'Received'],
        sv: ['I kö', 'Skickas', 'Skickat', 'Levererat', 'Misslyckat', 'Okänt', 'Mottaget'],
      }[language],
    )
  })
})
