import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { answer, refuse } from '../../testing/answers.ts'
import { buildMessage, buildPerson } from '../../testing/build-person.ts'
import { pushLive } from '../../testing/live-channel.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'

const bjorn = buildPerson()

/** Polls; each poll advances a faked clock by 5 ms. */
const until = (assertion: () => unknown) => vi.waitFor(assertion, { timeout: 20_000, interval: 5 })

beforeEach(() => {
  answerOrganization()
  answer('people', 'listPeople', [bjorn])
  answer('messages', 'listMessages', [])
  answer('messages', 'openThread', { available: false })
})

async function openMessages(language: 'en' | 'sv' = 'en') {
  const user = await renderApp('/people', { language })
  const words = language === 'en' ? ['Actions for', 'Send message'] : ['Åtgärder för', 'Skicka meddelande']
  await user.click(await screen.findByRole('button', { name: `${words[0]} Björn af Ekenstam` }))
  await user.click(await screen.findByRole('menuitem', { name: words[1] ?? '' }))
  return user
}

const rowTexts = () =>
  within(screen.getByRole('dialog'))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    )

it('shows the history beside the highlighted row of the person', async () => {
  answer('messages', 'listMessages', [
    buildMessage({
      direction: 'INBOUND',
      body_text: 'Ja, jag kan!',
      created_at: new Date().toISOString(),
    }),
    buildMessage({
      channel: 'EMAIL',
      subject: 'Inbjudan',
      body_text: 'Svara: [personal link]',
      status: 'SENT',
      created_at: '2020-05-02T14:15:00.000Z',
    }),
    buildMessage({ status: 'FAILED', failure_reason: 'The phone could not be reached.' }),
    buildMessage({ status: 'DELIVERED' }),
    buildMessage({ status: 'QUEUED' }),
    buildMessage({ status: 'SENDING' }),
    buildMessage({ status: 'UNKNOWN' }),
  ])
  await openMessages()
  const sheet = await screen.findByRole('dialog', { name: 'Björn af Ekenstam' })
  expect(within(sheet).getByText('Messages · +46 70 174 06 21 · bjorn.af.ekenstam@example.org')).toBeDefined()
  const table = await within(sheet).findByRole('table', { name: 'Messages to and from Björn af Ekenstam' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(['Time', 'Direction', 'Channel', 'Message', 'Status'])
  const rows = rowTexts()
  expect(rows[0]?.[0]).toMatch(/^Today \d\d:\d\d$/)
  expect(rows[0]?.slice(1)).toEqual(['In', 'SMS', 'Ja, jag kan!', 'Received'])
  expect(rows[1]).toEqual([
    '2\u00a0May\u00a02020 10:15',
    'Out',
    'E-mail',
    'InbjudanSvara: [personal link]',
    'Sent',
  ])
  expect(rows[2]?.slice(3)).toEqual([
    'Kan du ta entrén fredag 12-16?The phone could not be reached.',
    'Failed',
  ])
  expect(rows.slice(3).map((row) => row[4])).toEqual(['Delivered', 'Queued', 'Sending', 'Unknown'])
  expect(document.querySelector('tr[data-lit] th')?.textContent).toBe('Björn af Ekenstam')
})

it('speaks Swedish', async () => {
  answer('messages', 'listMessages', [
    buildMessage({ body_text: 'Visa ditt pass: [personal link]', status: 'FAILED' }),
  ])
  await openMessages('sv')
  await screen.findByRole('table', { name: 'Meddelanden till och från Björn af Ekenstam' })
  expect(rowTexts()[0]?.slice(1)).toEqual(['Ut', 'Sms', 'Visa ditt pass: [personlig länk]', 'Misslyckat'])
  expect(screen.getByRole('textbox', { name: 'Sms till +46 70 174 06 21' })).toBeDefined()
  expect(screen.getByText('0 / 160')).toBeDefined()
})

it('opens the rest of a long letter', async () => {
  answer('messages', 'listMessages', [buildMessage({ body_text: 'Hej!\n'.repeat(10) })])
  const user = await openMessages()
  const more = await screen.findByRole('button', { name: 'Show more' })
  await user.click(more)
  expect(screen.getByRole('button', { name: 'Show less' }).getAttribute('aria-expanded')).toBe('true')
})

it('says that there are no messages yet', async () => {
  await openMessages()
  expect(await screen.findByText(/^No messages yet\. .* what Björn answers/)).toBeDefined()
})

it.each([
  [{ error: 'The service is busy.' }, 'The service is busy.'],
  [{}, 'Failed to load the messages'],
])('says why the history was not read, and tries again', async (refusal, text) => {
  refuse('messages', 'listMessages', refusal)
  const user = await openMessages()
  expect((await screen.findByRole('alert')).textContent).toBe(text)
  answer('messages', 'listMessages', [buildMessage()])
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Delivered')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('counts characters and SMS as the networks do, and says why there is less room', async () => {
  const user = await openMessages()
  const field = await screen.findByRole('textbox', { name: 'SMS to +46 70 174 06 21' })
  await user.click(field)
  await user.paste('a'.repeat(132))
  expect(screen.getByText('132 / 160').parentElement?.textContent).toBe('132 / 160, 1 SMS')
  await user.paste('€')
  expect(screen.getByText('134 / 160')).toBeDefined()
  expect(screen.getByText('Counts as two characters each: €')).toBeDefined()
  await user.paste('ë')
  expect(screen.getByText('134 / 134').parentElement?.textContent).toBe('134 / 134, 2 SMS')
  expect(
    screen.getByText('Outside of the SMS alphabet: ë (one SMS then holds 70 characters, not 160).'),
  ).toBeDefined()
})

it('sends an SMS, reads the history again and closes the form after two seconds', async () => {
  const asked = answer('messages', 'sendSms', buildMessage({ status: 'QUEUED' }))
  const user = await openMessages()
  await user.type(await screen.findByRole('textbox'), '  Hej Björn! ')
  answer('messages', 'listMessages', [buildMessage({ body_text: 'Hej Björn!', status: 'QUEUED' })])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  try {
    screen.getByRole('button', { name: 'Send SMS' }).click()
    await act(() => vi.advanceTimersByTimeAsync(100))
    await until(() => expect(screen.getByText('The SMS is on its way.')).toBeDefined())
    expect(asked[0]?.body).toEqual({ message: 'Hej Björn!', useAlphanumeric: true })
    await until(() => expect(screen.getByText('Queued')).toBeDefined())

    await act(() => vi.advanceTimersByTimeAsync(1_800))
    expect(screen.getByRole('textbox')).toBeDefined()
    await act(() => vi.advanceTimersByTimeAsync(300))
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Write an SMS' }))
  } finally {
    vi.useRealTimers()
  }
})

it('reads the history when the live channel says that there is news, at most once a second', async () => {
  answer('messages', 'listMessages', [buildMessage({ status: 'QUEUED' })])
  await openMessages()
  expect(await screen.findByText('Queued')).toBeDefined()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  try {
    const topic = `person:${bjorn.id}`
    const read = answer('messages', 'listMessages', [buildMessage({ status: 'DELIVERED' })])
    await pushLive(topic, 'changed', {})
    await until(() => expect(screen.getByText('Delivered')).toBeDefined())
    for (let news = 0; news < 5; news++) await pushLive(topic, 'changed', {})
    expect(read).toHaveLength(1)
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    await until(() => expect(read).toHaveLength(2))
    // The dialog also polls, in case the channel is silent.
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    await until(() => expect(read).toHaveLength(3))
  } finally {
    vi.useRealTimers()
  }
})

it.each(['', '   '])('tells the placeholder as the error of "%s"', async (text) => {
  const user = await openMessages()
  const field = await screen.findByRole('textbox')
  expect(field.getAttribute('placeholder')).toBe('Write your message')
  if (text) await user.type(field, text)
  await user.click(screen.getByRole('button', { name: 'Send SMS' }))
  expect(await screen.findByText('Write your message')).toBeDefined()
  expect(document.activeElement).toBe(field)
})

it('refuses more than ten SMS', async () => {
  const user = await openMessages()
  await user.click(await screen.findByRole('textbox'))
  await user.paste('a'.repeat(1_531))
  await user.click(screen.getByRole('button', { name: 'Send SMS' }))
  expect(await screen.findByText('The message is longer than ten SMS. Please shorten it.')).toBeDefined()
})

it.each([
  [{ status: 409, error: 'This person has asked not to get messages this way.' }, /^This person has asked/],
  [{}, 'Failed to send the SMS'],
])('says why an SMS was not sent, and keeps it', async (refusal, text) => {
  refuse('messages', 'sendSms', refusal)
  const user = await openMessages()
  await user.type(await screen.findByRole('textbox'), 'Hej')
  await user.click(screen.getByRole('button', { name: 'Send SMS' }))
  expect(await screen.findByText(text)).toBeDefined()
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'Hej')
})

it('explains that there is no number to write to', async () => {
  answer('people', 'listPeople', [{ ...bjorn, phone: null }])
  await openMessages()
  expect(await screen.findByText(/^Björn af Ekenstam has no phone number/)).toBeDefined()
  expect(screen.queryByRole('textbox')).toBeNull()
})

it('asks before a text is lost', async () => {
  const user = await openMessages()
  await user.type(await screen.findByRole('textbox'), 'Hej')
  await user.click(screen.getAllByRole('button', { name: 'Close' })[0] ?? document.body)
  const question = await screen.findByRole('alertdialog', { name: 'Discard your changes?' })
  await user.click(within(question).getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() =>
    expect(document.activeElement).toBe(
      screen.getByRole('button', { name: 'Actions for Björn af Ekenstam' }),
    ),
  )
})

it.each([
  ['en', 'New SMS'],
  ['sv', 'Nytt sms'],
] as const)(
  '%s: an SMS that nobody has opened is marked, and read once it is shown',
  async (language, mark) => {
    answer('people', 'listPeople', [{ ...bjorn, has_unread: true }])
    answer('messages', 'listMessages', [buildMessage({ direction: 'INBOUND', body_text: 'Nej, kan inte' })])
    const read = answer('messages', 'markRead', undefined)
    await openMessages(language)
    expect(screen.getAllByText(mark)).not.toEqual([])
    await waitFor(() => expect(read).toHaveLength(1))
    expect(read[0]?.path).toBe(`/admin/people/${bjorn.id}/messages/read`)
  },
)

it('without a new SMS nothing is said to be read', async () => {
  const read = answer('messages', 'markRead', undefined)
  answer('messages', 'listMessages', [buildMessage({ direction: 'INBOUND', body_text: 'Ja' })])
  await openMessages()
  expect(await screen.findByText('Ja')).toBeDefined()
  expect(read).toEqual([])
})

it('sends an e-mail too, with a subject, and then shows the SMS form again', async () => {
  const user = await openMessages()
  await user.click(await screen.findByRole('button', { name: 'Write an e-mail' }))
  const sent = answer('messages', 'sendEmail', buildMessage({ channel: 'EMAIL', subject: 'Parking' }))
  await user.click(screen.getByRole('button', { name: 'Send e-mail' }))
  expect(screen.getByText('Write your message')).toBeDefined()
  await user.type(screen.getByRole('textbox', { name: /^Subject/ }), 'Parking')
  await user.type(screen.getByRole('textbox', { name: `E-mail to ${bjorn.email}` }), 'North side!')
  await user.click(screen.getByRole('button', { name: 'Send e-mail' }))
  expect(await screen.findByText('The e-mail is on its way')).toBeDefined()
  expect(sent[0]?.body).toEqual({ subject: 'Parking', message: 'North side!' })
})
