import { offerEnds } from '@muster/contract/rules/ask'
import { countSms } from '@muster/contract/rules/segments'
import { LIMITS } from '@muster/contract/rules/text'
import { PAYLOADS } from '@muster/contract/testing/payloads'
import { describe, expect, test, vi } from 'vitest'
import { historyLinks, type Links } from '../../mail/links.ts'
import type { StoredContact } from '../../mail/organizer.ts'
import { toGreetingName, toGsmPunctuation, toPersonName, toShownName } from '../../mail/text.ts'
import { assignmentIdsOf, writeEmail, writeSms } from '../render.ts'
import { describeBefore } from './former-plan.ts'
import type { EmailContent, SmsContent } from './kinds.ts'
import { writeShiftNoticeSms } from './shift-notice.ts'

const LINK = 'https://muster.example/c/the-link'
const links = {
  personal: () => LINK,
  waiting: () => LINK,
  request: () => LINK,
  passwordReset: () => LINK,
  join: () => LINK,
  unsubscribe: () => LINK,
  stop: () => LINK,
  notMe: () => LINK,
  accountNotMe: () => 'https://muster.example/not-me/account/x',
  confirmEmail: () => `${LINK}?confirm`,
  undoEmail: () => `${LINK}?undo`,
  confirmDetails: () => LINK,
  calendarFeed: () => LINK,
  authCode: () => LINK,
  phoneCode: () => '123456',
  host: 'm.example',
  public_url: 'https://muster.example',
}

function confirmation(
  typed: Partial<Record<'name' | 'role' | 'event' | 'place' | 'organization', string>> = {},
) {
  return {
    template: 'confirmation',
    payload: {
      assignment_id: '01890000-0000-7000-8000-000000000001',
      round: 1,
      first_name: typed.name ?? 'Åsa',
      entry: {
        uid: 'uid',
        sequence: 0,
        stamp: '2026-06-01T09:00:00.000Z',
        start_dt: '2026-06-20T20:00:00.000Z',
        end_dt: '2026-06-21T00:00:00.000Z',
        role_name: typed.role ?? 'Kafé',
        role_description: null,
        event_id: '01890000-0000-7000-8000-000000000002',
        event_name: typed.event ?? 'Sommarfest',
        time_zone: 'Europe/Stockholm',
        location: typed.place ?? 'Brunnsparken',
        organization_name: typed.organization ?? 'Brunnby IF',
      },
    },
  } satisfies EmailContent
}

type Content = EmailContent | { template: 'digest'; payload: { messages: EmailContent[]; unread: number } }

const write = (content: Content, language: 'en' | 'sv' = 'en') =>
  writeEmail({ id: 'id', language, ...content }, links)

const writeAsSms = (content: SmsContent, language: 'en' | 'sv' = 'en', given: Links = links) =>
  writeSms({ id: 'id', language, ...content }, given)

test('the confirmation in English', () => {
  const { subject, text, attachments } = write(confirmation())
  expect(subject).toBe('You’re signed up: Kafé, Sat 20 Jun 22:00–02:00 Sun')
  expect(text).toBe(`You’re signed up, Åsa

Kafé
Saturday 20 June 2026
22:00–02:00 Sun
Local time in Stockholm
Sommarfest
Brunnsparken

See your shift: ${LINK}

Open the attached calendar file to put the shift into your calendar.

Can’t make it? Here’s what to do: ${LINK}

The link is yours alone, so please don’t pass this message on.

Wasn’t it you? Give up the place and get no more e-mail: ${LINK}

Brunnby IF
Sent with Muster`)
  expect(attachments.map(({ file_name }) => file_name)).toEqual(['Kafé.ics'])
})

test('one confirmation of several shifts', () => {
  const { template, payload } = confirmation()
  const entry = { ...payload.entry, role_name: 'Entré', start_dt: '2026-06-21T08:00:00.000Z' }
  const more = [{ assignment_id: '01890000-0000-7000-8000-000000000003', round: 1, entry }]
  const content = { template, payload: { ...payload, more } } satisfies EmailContent
  const { subject, text, html, attachments } = write(content, 'sv')
  expect(subject).toBe('Du är anmäld: 2 pass, Sommarfest')
  expect(text).toContain('\n\nKafé\nlördag 20 juni 2026\n')
  expect(text).toContain('\n\nEntré\nsöndag 21 juni 2026\n')
  expect(text).toContain(`Visa dina pass: ${LINK}`)
  expect(text).toContain(`Lämna platserna och få ingen mer e-post: ${LINK}`)
  expect(html).toContain('Entré')
  expect(attachments.map(({ file_name }) => file_name)).toEqual(['Kafé.ics', 'Entré.ics'])
  expect(assignmentIdsOf({ id: 'id', channel: 'EMAIL', language: 'sv', ...content })).toEqual([
    payload.assignment_id,
    more[0]?.assignment_id,
  ])
})

test('attached calendar files carry the event’s notes and the shift’s own link (D26)', () => {
  const { payload } = confirmation()
  const [id, other_id] = [payload.assignment_id, '01890000-0000-7000-8000-000000000003']
  const entry = { ...payload.entry, notes: 'Ta med vatten' }
  const invited = { round: 1, is_confirmed: true, answer_by: '2026-06-10T10:00:00.000Z', entry }
  const moved = {
    ...invited,
    can_answer: false,
    asks_again: false,
    asked_at: null,
    confirm_by: null,
    news: [],
    was: entry,
  }
  const more = [{ assignment_id: other_id, round: 1, entry: payload.entry }]
  const contents: EmailContent[] = [
    // The notes are stored once, beside the entries.
    { template: 'confirmation', payload: { ...payload, notes: 'Ta med vatten', more } },
    {
      template: 'invitation',
      payload: { ...payload, ...invited, more: [{ ...invited, assignment_id: other_id }] },
    },
    {
      template: 'shift_changed',
      payload: {
        first_name: 'Åsa',
        shifts: [
          { ...moved, assignment_id: id },
          { ...moved, assignment_id: other_id },
        ],
      },
    },
  ]
  for (const content of contents) {
    const { attachments } = writeEmail(
      { id: 'id', language: 'sv', ...content },
      { ...links, personal: ({ assignment_id }) => `https://m.example/c/${assignment_id}` },
    )
    const files = attachments.map((file) => file.content.replaceAll('\r\n ', ''))
    expect(files).toHaveLength(2)
    for (const file of files) expect(file).toContain('Ta med vatten')
    expect(files.map((file) => file.match(/\/c\/[\w-]+/g))).toEqual([[`/c/${id}`], [`/c/${other_id}`]])
  }
})

const CONTACT = { contact_email: 'kansli@brunnby.example', contact_phone: '+46701234567' }

describe('how to reach the organiser (D41)', () => {
  const withContact = emailsAbout({}, CONTACT).filter(({ template }) => template !== 'password_reset')

  test.each(withContact.map((content) => [content.template, content] as const))(
    '%s: in text and markup, and replies go there',
    (template, content) => {
      for (const language of ['en', 'sv'] as const) {
        const { text, html, reply_to } = write(content, language)
        expect(text).toMatch(/Brunnby IF[\n (]+kansli@brunnby\.example[\n, ]+\+46 70 123 45 67/)
        expect(html).toContain('href="mailto:kansli@brunnby.example"')
        expect(html).toContain('href="tel:+46701234567"')
        // A digest contains messages of several organisations.
        expect(reply_to).toEqual(
          template === 'digest' ? undefined : { name: 'Brunnby IF', address: 'kansli@brunnby.example' },
        )
      }
    },
  )

  test.each(withContact.filter(({ template }) => template.startsWith('shift_')))(
    '$template: beside the sentence that says to ask',
    (content) => {
      expect(write(content).text).toMatch(/the organizer \(kansli@brunnby\.example, \+46 70 123 45 67\)\./)
      expect(write(content, 'sv').text).toMatch(/arrangören \(kansli@brunnby\.example/)
    },
  )

  test('where the time to answer is over, also in an SMS', () => {
    const closed = withContact.flatMap((content) =>
      content.template === 'shift_changed' && !content.payload.shifts[0]?.is_confirmed ? [content] : [],
    )
    expect(closed).toHaveLength(1)
    for (const content of closed) {
      for (const [language, ask] of [
        ['en', 'Please ask the organizer'],
        ['sv', 'Hör av dig till arrangören'],
      ] as const) {
        const sms = writeAsSms(content, language)
        for (const text of [sms, write(content, language).text])
          expect(text).toContain(`${ask} (kansli@brunnby.example, +46 70 123 45 67).`)
      }
    }
  })

  test('unknown, no reply is promised', () => {
    for (const content of emailsAbout({})) expect(write(content).reply_to).toBeUndefined()
  })
})

test('a digest in English: by organisation, each with what happened and its link', () => {
  const [digest] = emailsAbout({}).filter(({ template }) => template === 'digest')
  if (!digest) throw new Error('no digest')
  const { subject, text, attachments } = write(digest)
  expect(subject).toBe('4 messages about your shifts')
  expect(text).toBe(`4 messages about your shifts

Many e-mails were due to this address within a short time. These are the last of them, in one.

Brunnby IF:

You’re signed up
Kafé, Sat 20 Jun 22:00–02:00 Sun (Stockholm)
Sommarfest
Brunnsparken
See your shift: ${LINK}

The form was filled in again; nothing has changed
Kafé, Sat 20 Jun 22:00–02:00 Sun (Stockholm)
Sommarfest
Brunnsparken
See your shift: ${LINK}

Your shift has changed
Kafé, Sat 20 Jun 22:00–02:00 Sun (Stockholm)
Sommarfest
Brunnsparken
Before: Fri 19 Jun 22:00–02:00 Sun 21 Jun, Torget
See your shift: ${LINK}

You’re no longer on this shift
Kafé, Sat 20 Jun 22:00–02:00 Sun (Stockholm)
Sommarfest
Brunnsparken

Behind the link of a shift you’re on is also its calendar file.

The links are yours alone, so please don’t pass this message on.

Wasn’t it you? Give up these places and get no more e-mail: ${LINK}

Sent with Muster`)
  expect(attachments).toEqual([])
})

test.each([
  ['en', 1, 'Open the attached calendar file to take the shift out of your calendar.'],
  ['en', 2, 'Open the attached calendar files to take the shifts out of your calendar.'],
  ['sv', 1, 'Öppna den bifogade kalenderfilen så försvinner passet ur din kalender.'],
  ['sv', 2, 'Öppna de bifogade kalenderfilerna så försvinner passen ur din kalender.'],
] as const)('%s: three cancelled shifts, of which %s had been confirmed', (language, confirmed, says) => {
  const { first_name, entry } = confirmation().payload
  const [first, ...more] = [0, 1, 2].map((number) => ({ is_confirmed: number < confirmed, entry }))
  if (!first) throw new Error('there are three')
  const payload = {
    first_name,
    because: 'cancelled' as const,
    shifts: [first, ...more] satisfies [unknown, ...unknown[]],
  }
  const { text, attachments } = write({ template: 'shift_cancelled', payload }, language)
  expect(text).toContain(says)
  expect(attachments).toHaveLength(confirmed)
})

test.each([
  [
    'en',
    'cancelled',
    'A shift you were asked about is cancelled',
    'you don’t need to answer about this shift:',
  ],
  ['en', 'removed', 'You’re no longer asked to help on this shift', 'you don’t need to answer'],
  [
    'sv',
    'cancelled',
    'Ett pass du blev tillfrågad om är inställt',
    'Du behöver inte svara om det här passet:',
  ],
  ['sv', 'removed', 'Du är inte längre tillfrågad om passet', 'Du behöver inte svara'],
] as const)('%s: %s, to somebody who never said yes', (language, because, title, hello) => {
  const { first_name, entry } = confirmation().payload
  const payload = { first_name, because, shifts: [{ is_confirmed: false, entry }] satisfies [unknown] }
  const content = { template: 'shift_cancelled' as const, payload }
  const sms = writeAsSms(content, language)
  const digest = write({ template: 'digest', payload: { messages: [content], unread: 0 } }, language)
  for (const text of [write(content, language).text, digest.text]) expect(text).toContain(title)
  expect(sms).toContain(toGsmPunctuation(title))
  expect(write(content, language).text).toContain(hello)
})

test('a digest says that a place in line is held, and which e-mails ask for a button', () => {
  const { first_name, entry } = confirmation().payload
  const contact = { contact_email: null, contact_phone: null }
  const place = { waiting_id: 'waiting', round: 1, first_name, entry: { ...entry, ...contact } }
  const was = { ...entry, location: 'Torget' }
  const moved = { ...place, was, offer_expires_at: '2026-06-10T10:00:00.000Z' }
  const { text } = write({
    template: 'digest',
    payload: {
      messages: [
        { template: 'waiting_joined', payload: place },
        { template: 'waiting_moved', payload: moved },
      ],
      unread: 0,
    },
  })
  expect(text).toContain('You’re in line once you open the link and press the button\n')
  expect(text).toMatch(/Before: .*Torget\nWe hold a place for you until Wed 10 Jun at 12:00\n/)
  expect(text).toContain('Wasn’t it you? Get no more e-mail: ')
})

test('a digest of hundreds shows 300 notices, or 100 of all, and counts the rest', () => {
  const { payload } = confirmation()
  const cancelled = {
    template: 'shift_cancelled' as const,
    payload: {
      first_name: 'Åsa',
      because: 'cancelled' as const,
      shifts: [{ is_confirmed: true, entry: payload.entry }] satisfies [unknown],
    },
  }
  const show = (notices: number, others: number, unread: number, language: 'en' | 'sv' = 'en') => {
    const messages = [
      ...Array.from({ length: notices }, () => cancelled),
      ...Array.from({ length: others }, () => confirmation()),
    ]
    const { subject, text, html } = write({ template: 'digest', payload: { messages, unread } }, language)
    expect(html).toContain('https://muster.example/links')
    const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
    return { subject, text, shown: [count(/is cancelled|är inställt/g), count(/signed up|är anmäld\n/g)] }
  }
  expect(show(400, 20, 1_000)).toMatchObject({
    subject: '1,420 messages about your shifts',
    shown: [300, 0],
    text: expect.stringContaining('There are 1,120 more, which have no room here. Get the links'),
  })
  expect(show(50, 51, 0)).toMatchObject({
    shown: [50, 50],
    text: expect.stringContaining('There is one more, which has no room here.'),
  })
  expect(show(50, 51, 0, 'sv').text).toContain('Det finns ett till, som inte får plats här.')
})

test('the confirmation in Swedish', () => {
  const { subject, text, html } = write(confirmation(), 'sv')
  expect(subject).toBe('Du är anmäld: Kafé, lör 20 juni 22:00–02:00 sön')
  expect(text).toContain('Du är anmäld, Åsa\n\nKafé\nlördag 20 juni 2026\n22:00–02:00 (natten till söndag)')
  expect(html).toContain('<html lang="sv"')
})

test('the change of a shift in English', () => {
  const [changed] = emailsAbout({}).filter(({ template }) => template === 'shift_changed')
  expect(changed && write(changed).text).toBe(`Your shift has changed

Hello Åsa, please note what is new:

Kafé
Saturday 20 June 2026
22:00–02:00 Sun
Local time in Stockholm
Sommarfest
Brunnsparken
Before: Fri 19 Jun 22:00–02:00 Sun 21 Jun, Torget

See your shift: ${LINK}

Open the attached calendar file to bring your calendar up to date.

Can’t make it any more? Open the link of the shift to give up the place. If it cannot be given up there, please tell the organizer.

Brunnby IF
Sent with Muster`)
})

test.each([
  {
    language: 'en',
    is_confirmed: true,
    says: 'to give up the place. If it cannot be given up there, please',
  },
  { language: 'sv', is_confirmed: true, says: 'för att lämna återbud. Går det inte där, hör av dig till' },
  { language: 'en', is_confirmed: false, says: 'Questions? Please ask the organizer' },
  { language: 'sv', is_confirmed: false, says: 'Frågor? Hör av dig till arrangören' },
] as const)(
  'the change of a shift says how to give the place up (D39): %j',
  ({ language, is_confirmed, says }) => {
    const changed = emailsAbout({}).find(({ template }) => template === 'shift_changed')
    if (changed?.template !== 'shift_changed') throw new Error('no such e-mail')
    const { first_name, shifts } = changed.payload
    const payload = { first_name, shifts: shifts.slice(0, 1).map((shift) => ({ ...shift, is_confirmed })) }
    expect(write({ template: 'shift_changed', payload }, language).text).toContain(says)
  },
)

test.each([
  { language: 'en', says: 'Here is the link to it. The attached' },
  { language: 'sv', says: 'Här är länken till det. Den bifogade' },
] as const)(
  'the first link to somebody confirmed is not said to come again ($language)',
  ({ language, says }) => {
    const { payload } = confirmation()
    const invited = { ...payload, is_confirmed: true, answer_by: '2026-06-10T10:00:00.000Z' }
    expect(write({ template: 'invitation', payload: invited }, language).text).toContain(says)
  },
)

test.each([
  {
    language: 'en',
    template: 'email_confirm',
    says: 'Hello Åsa! Somebody, we hope you, wants messages of Brunnby IF about your shifts to come to this address.',
    link: `Confirm the address: ${LINK}?confirm`,
    in_digest: 'Somebody wants messages about your shifts to come to this address.',
  },
  {
    language: 'sv',
    template: 'email_confirm',
    says: 'Hej Åsa! Någon, förhoppningsvis du, vill att besked från Brunnby IF om dina pass ska komma hit.',
    link: `Bekräfta adressen: ${LINK}?confirm`,
    in_digest: 'Någon vill att besked om dina pass ska komma hit.',
  },
  {
    language: 'en',
    template: 'email_changed',
    says: 'Hello Åsa! Messages of Brunnby IF about your shifts now go to another address.',
    link: `Get my address back: ${LINK}?undo`,
    in_digest: 'Your e-mail address was changed on your page. Wasn’t it you?',
  },
  {
    language: 'sv',
    template: 'email_changed',
    says: 'Hej Åsa! Besked från Brunnby IF om dina pass går nu till en annan adress.',
    link: `Ta tillbaka min adress: ${LINK}?undo`,
    in_digest: 'Din e-postadress ändrades på din sida. Var det inte du?',
  },
] as const)('$template ($language, V3)', ({ language, template, says, link, in_digest }) => {
  const content = emailsAbout({}).find((each) => each.template === template)
  if (content?.template !== template) throw new Error('no such e-mail')
  const { text } = write(content, language)
  expect(text).toContain(says)
  expect(text).toContain(link)
  const digest = write({ template: 'digest', payload: { messages: [content], unread: 0 } }, language).text
  expect(digest).toContain(in_digest)
  expect(digest).toContain(link)
})

test.each([
  { language: 'en', says: 'Can you help? Sommarfest: Kafé, ', more: '; and 2 more. Answer: ' },
  { language: 'sv', says: 'Kan du hjälpa till? Sommarfest: Kafé, ', more: '; och 2 till. Svara: ' },
] as const)('an SMS about six shifts names four ($language)', ({ language, says, more }) => {
  const { first_name, ...shift } = confirmation().payload
  const invited = { ...shift, is_confirmed: false, answer_by: '2026-06-10T10:00:00.000Z' }
  const payload = { ...invited, first_name, more: Array.from({ length: 5 }, () => invited) }
  const text = writeAsSms({ template: 'invitation', payload }, language)
  expect(text).toContain(says)
  expect(text).toContain(`${more}${LINK}`)
  expect(text.split('22:00')).toHaveLength(5)
  expect(countSms(text).segments).toBeLessThanOrEqual(4)
})

test('new links in English (D17)', () => {
  const [, several] = emailsAbout({}).filter(({ template }) => template === 'new_link')
  const { text, attachments } = several ? write(several) : {}
  expect(attachments).toEqual([])
  expect(text).toBe(`Your links

Hello Åsa, here are your links. If you had others before, they no longer work.

Kafé
Saturday 20 June 2026
22:00–02:00 Sun
Local time in Stockholm
Sommarfest
Brunnsparken

See your shift: ${LINK}

Kafé
Saturday 20 June 2026
22:00–02:00 Sun
Local time in Stockholm
Sommarfest
Brunnsparken
Please answer by Wed 10 Jun at 12:00.

Answer: ${LINK}

The links are yours alone, so please don’t pass this message on.

Brunnby IF
Sent with Muster`)
})

test.each([
  {
    language: 'en',
    is_removed: false,
    says: 'Hello Åsa! Your phone number was changed on the page of your link.',
    not_you: 'Wasn’t it you? Please tell the organizer',
    in_digest: 'Your phone number was changed on your page\n',
  },
  {
    language: 'sv',
    is_removed: true,
    says: 'Hej Åsa! Ditt telefonnummer togs bort på sidan bakom din länk.',
    not_you: 'Var det inte du? Säg till arrangören',
    in_digest: 'Ditt telefonnummer togs bort på din sida\n',
  },
] as const)('another phone number ($language, V3)', ({ language, is_removed, says, not_you, in_digest }) => {
  const content = emailsAbout({}).find(
    (each) => each.template === 'phone_changed' && each.payload.is_removed === is_removed,
  )
  if (content?.template !== 'phone_changed') throw new Error('no such e-mail')
  const { text, attachments } = write(content, language)
  expect(attachments).toEqual([])
  expect(text).toContain(says)
  expect(write({ template: 'digest', payload: { messages: [content], unread: 0 } }, language).text).toContain(
    in_digest,
  )
  expect(text).toContain(not_you)
  expect(text.split(LINK)).toHaveLength(3)
})

test.each(['shift_changed', 'shift_cancelled', 'new_link'] as const)(
  '%s as SMS: one line for each shift, in the alphabet of SMS, in both languages',
  (template) => {
    for (const content of emailsAbout({ event: 'Ö'.repeat(100) })) {
      if (content.template !== template) continue
      for (const language of ['en', 'sv'] as const) {
        const sms = writeAsSms(content, language)
        expect(sms).toMatch(/^Brunnby IF: /)
        expect(countSms(sms).encoding).toBe('GSM-7')
        expect(sms.match(/\nKafé, Ö{27}\.\.\., /g)).toHaveLength(content.payload.shifts.length)
      }
    }
  },
)

const countNamed = (text = '') => text.split('\nKafé, ').length - 1

test.each([
  { template: 'shift_changed', language: 'en', more: /\nand (\d+) more$/ },
  { template: 'shift_changed', language: 'sv', more: /\noch (\d+) till$/ },
  { template: 'shift_cancelled', language: 'en', more: /\nand (\d+) more$/ },
  { template: 'new_link', language: 'sv', more: /\noch (\d+) till$/ },
] as const)(
  '$template as SMS about sixty shifts has ten segments, and counts the others ($language)',
  ({ template, language, more }) => {
    const content = emailsAbout({}).find((each) => each.template === template)
    if (content?.template !== template) throw new Error('no such e-mail')
    const [first] = content.payload.shifts
    const payload = { ...content.payload, shifts: [first, ...Array.from({ length: 59 }, () => first)] }
    const [sent, kept] = [links, historyLinks].map((each) =>
      writeSms({ id: 'id', template, payload, language }, each),
    )
    expect(countSms(sent ?? '').segments).toBeLessThanOrEqual(LIMITS.sms_segments)
    expect(countNamed(sent)).toBeGreaterThan(3)
    expect(countNamed(sent) + Number(more.exec(sent ?? '')?.[1])).toBe(60)
    expect(countNamed(kept)).toBe(countNamed(sent))
  },
)

test('an SMS about 3,000 shifts describes few more than it names', () => {
  const { entry } = confirmation().payload
  const show = vi.fn(() => [])
  const others = Array.from({ length: 2_999 }, () => ({ entry }))
  const text = writeShiftNoticeSms({ shifts: [{ entry }, ...others], title: 'Inställt', show }, 'sv')
  expect(countNamed(text)).toBeGreaterThan(3)
  expect(show).toHaveBeenCalledTimes(2 * countNamed(text) + 1)
})

test.each(['en', 'sv'] as const)('the password reset says nothing of the account (%s)', (language) => {
  const content = { template: 'password_reset', payload: { one_time_token_id: 'id' } } as const
  const { subject, text, html } = write(content, language)
  expect(subject).not.toMatch(/@|\n/)
  expect(text).toContain(LINK)
  expect(html).toContain(`href="${LINK}"`)
})

test.each([
  {
    language: 'en',
    ends: 'Your Muster account ends on 1 June 2026',
    changes: 'New terms of use from 1 June 2026',
  },
  {
    language: 'sv',
    ends: 'Ditt Muster-konto avslutas den 1 juni 2026',
    changes: 'Nya användarvillkor från den 1 juni 2026',
  },
] as const)('the notices of an account ($language): when, and where to go', ({ language, ends, changes }) => {
  const ending = write(
    { template: 'account_ending', payload: { ends_at: '2026-06-01T09:00:00.000Z' } },
    language,
  )
  expect(ending.subject).toBe(ends)
  const payload = { version: '1.4', date: '2026-06-01', summary: 'S' }
  const change = write({ template: 'terms_change', payload }, language)
  expect(change.subject).toBe(changes)
  for (const [{ text, html }, page] of [
    [ending, 'account'],
    [change, 'terms'],
  ] as const) {
    expect(text).toContain(`https://muster.example/${page}`)
    expect(html).toContain(`href="https://muster.example/${page}"`)
  }
})

test.each([
  {
    language: 'en',
    paused: 'An organization of yours is paused in Muster',
    resumed: 'An organization of yours goes on in Muster',
    expiring: 'An API key expires on 1 June 2026',
  },
  {
    language: 'sv',
    paused: 'En av dina organisationer är pausad i Muster',
    resumed: 'En av dina organisationer är igång igen i Muster',
    expiring: 'En API-nyckel går ut den 1 juni 2026',
  },
] as const)('the notices of an organisation ($language): what happens, and where to go', (expected) => {
  const organization = { organization_id: 'of-the-link', organization: 'Brunnby IF' }
  const reason = 'Many reports of spam. Write to support@example.org.'
  const contents = {
    paused: { template: 'organization_paused', payload: { ...organization, reason } },
    resumed: { template: 'organization_resumed', payload: organization },
    expiring: {
      template: 'api_key_expiring',
      payload: { ...organization, name: 'Kassan', expires_at: '2026-06-01T09:00:00.000Z' },
    },
  } as const
  for (const kind of ['paused', 'resumed', 'expiring'] as const) {
    const { subject, text, html } = write(contents[kind], expected.language)
    expect(subject).toBe(expected[kind])
    expect(text.includes(reason)).toBe(kind === 'paused')
    for (const body of [text, html]) expect(body).toContain('?org=of-the-link')
  }
})

const ATTACKS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</title></style><svg onload=alert(1)>',
  '<!--[if mso]><script>',
  '{{constructor.constructor("alert(1)")()}}',
  'javascript:alert(1)',
  'name\r\nBcc: everybody@example.com',
  'name\nContent-Type: text/html\n\n<b>',
  '&lt;b&gt; &amp;',
  '\u2028Bcc: x@example.com',
  '$&${1}`',
  ...PAYLOADS,
]

/** Returns every email about a shift, with the same payload as the confirmation. */
function emailsAbout(typed: Parameters<typeof confirmation>[0], contact: StoredContact = {}): Content[] {
  const { payload: without } = confirmation(typed)
  const payload = { ...without, entry: { ...without.entry, ...contact } }
  const { assignment_id, round, first_name, entry } = payload
  const was = { ...entry, start_dt: '2026-06-19T20:00:00.000Z', location: typed?.place ?? 'Torget' }
  const changed = {
    assignment_id,
    round,
    is_confirmed: true,
    can_answer: false,
    asks_again: false,
    asked_at: null,
    confirm_by: null,
    news: [],
    entry,
    was,
  }
  const linked = { assignment_id, round, is_confirmed: false, answer_by: '2026-06-10T10:00:00.000Z', entry }
  const cancelled = { is_confirmed: true, entry }
  const again = { ...payload, day: '2026-06-10', notes: 'Ta med vatten' }
  return [
    { template: 'confirmation', payload },
    { template: 'link_again', payload: again },
    {
      template: 'digest',
      payload: {
        messages: [
          { template: 'confirmation', payload },
          { template: 'link_again', payload: again },
          { template: 'shift_changed', payload: { first_name, shifts: [changed] } },
          { template: 'shift_cancelled', payload: { first_name, because: 'removed', shifts: [cancelled] } },
        ],
        unread: 0,
      },
    },
    ...[true, false].flatMap((is_confirmed): EmailContent[] => {
      const invited = { is_confirmed, answer_by: '2026-06-10T10:00:00.000Z' }
      const more = [{ assignment_id, round, entry, ...invited }]
      return [
        { template: 'invitation', payload: { ...payload, ...invited } },
        { template: 'invitation', payload: { ...payload, more, ...invited } },
        { template: 'invitation', payload: { ...payload, ...invited, is_first_yes: !is_confirmed } },
      ]
    }),
    { template: 'shift_changed', payload: { first_name, shifts: [changed] } },
    { template: 'shift_changed', payload: { first_name, shifts: [changed, changed] } },
    { template: 'shift_changed', payload: { first_name, shifts: [{ ...changed, asks_again: true }] } },
    {
      template: 'shift_changed',
      payload: {
        first_name,
        shifts: [{ ...changed, asks_again: true, confirm_by: '2026-06-10T10:00:00.000Z' }],
      },
    },
    ...offerEnds.map(
      (because): EmailContent => ({
        template: 'offer_ended',
        payload: { first_name, because, assignment_id, round, entry },
      }),
    ),
    { template: 'place_freed', payload: { first_name, assignment_id, round, entry } },
    { template: 'given_up', payload: { first_name, assignment_id, round, entry } },
    { template: 'put_back', payload: { first_name, assignment_id, round, entry } },
    { template: 'shift_changed', payload: { first_name, shifts: [{ ...changed, is_confirmed: false }] } },
    { template: 'new_link', payload: { first_name, shifts: [linked] } },
    { template: 'new_link', payload: { first_name, shifts: [{ ...linked, answer_by: null }, linked] } },
    ...[true, false].map(
      (is_removed): EmailContent => ({
        template: 'phone_changed',
        payload: { first_name, is_removed, shifts: [{ ...linked, answer_by: null }, linked] },
      }),
    ),
    ...(['email_confirm', 'email_changed'] as const).map(
      (template): EmailContent => ({
        template,
        payload: {
          email_change_id: 'change',
          first_name,
          organization_name: entry.organization_name,
          contact_email: contact?.contact_email ?? null,
          contact_phone: contact?.contact_phone ?? null,
          until: '2026-06-10T10:00:00.000Z',
          time_zone: entry.time_zone,
          is_phone: false,
        },
      }),
    ),
    ...(['cancelled', 'removed'] as const).map(
      (because): EmailContent => ({
        template: 'shift_cancelled',
        payload: { first_name, because, shifts: [{ is_confirmed: true, entry }] },
      }),
    ),
    { template: 'reminder', payload: { ...reminder(typed), ...contact } },
    {
      template: 'custom_text',
      payload: {
        message_id: 'id',
        text: 'Hej',
        organization_name: entry.organization_name,
        event_name: entry.event_name,
        ...contact,
      },
    },
  ]
}

/** Returns a reminder of an open and an answered shift. */
function reminder(typed: Parameters<typeof confirmation>[0], text: string | null = null) {
  const { assignment_id, round, first_name, entry } = confirmation(typed).payload
  const { role_name, start_dt, end_dt, organization_name, location, time_zone, event_name: name } = entry
  const shift = { assignment_id, round, is_open: true, role_name, role_description: null, start_dt, end_dt }
  return {
    message_id: 'id',
    first_name,
    text,
    organization_name,
    event: { name, location, time_zone },
    shifts: [shift, { ...shift, is_open: false }] satisfies [unknown, ...unknown[]],
    has_links: true,
  }
}

test.each(ATTACKS)('what people type stays text: %j', (typed) => {
  const attacked = emailsAbout({ name: typed, role: typed, event: typed, place: typed, organization: typed })
  for (const [number, harmless] of emailsAbout({ name: '.' }).entries()) {
    const content = attacked[number] ?? harmless
    const { subject, html, text } = write(content)
    expect(subject).not.toMatch(/[\r\n\u2028\u2029]/)
    // The structure is that of a harmless email, without additional tags or attributes.
    expect(tagsOf(html)).toEqual(tagsOf(write(harmless).html))
    expect(text.split('\n')).not.toContain('Bcc: everybody@example.com')
  }
})

test.each(ATTACKS)('what an organiser writes is text, in lines and paragraphs of its own: %j', (typed) => {
  const payload = reminder({}, `${typed}\nand more\n\nin the end`)
  const { subject, html } = write({ template: 'reminder', payload })
  const harmless = write({ template: 'reminder', payload: reminder({}, 'Hi\nand more\n\nin the end') })
  expect(subject).toBe('Reminder: Sommarfest')
  expect(structureOf(html)).toEqual(structureOf(harmless.html))
  expect(harmless.html).toMatch(/>Hi<br>and more<\/p><p[^>]*>in the end<\/p>/)
})

test.each(ATTACKS)('so are the notes of an event: %j', (typed) => {
  const { payload } = confirmation()
  const about = (notes: string) => write({ template: 'confirmation', payload: { ...payload, notes } })
  expect(about(`${typed}\nand more`).text).toContain(`${typed}\nand more`)
  expect(structureOf(about(typed).html)).toEqual(structureOf(about('Ta med vatten').html))
})

test.each(ATTACKS)('so is the own line of an invitation: %j', (typed) => {
  const { payload } = confirmation()
  const invited = { ...payload, is_confirmed: false, answer_by: '2026-06-10T10:00:00.000Z' }
  const about = (own_line: string) => write({ template: 'invitation', payload: { ...invited, own_line } })
  const { subject, html } = about(typed)
  expect(subject).not.toContain(typed)
  expect(structureOf(html)).toEqual(structureOf(about('Kom!').html))
})

test('the own line of an invitation stays in the alphabet of SMS', () => {
  const { payload } = confirmation()
  const invited = { ...payload, is_confirmed: false, answer_by: '2026-06-10T10:00:00.000Z' }
  const sms = writeAsSms(
    { template: 'invitation', payload: { ...invited, own_line: 'Kom – “snälla”…' } },
    'sv',
  )
  expect(sms).toContain('\nKom - "snälla"...\nSvara: ')
  expect(countSms(sms).encoding).toBe('GSM-7')
})

test('the emails of a broadcast say how they end, in header, text and markup', () => {
  const emails = emailsAbout({}).filter(({ template }) => ['reminder', 'custom_text'].includes(template))
  expect(emails).toHaveLength(2)
  for (const email of emails) {
    const { unsubscribe_url, text, html } = write(email)
    expect(unsubscribe_url).toBe(LINK)
    expect(text).toContain(`Stop these e-mails: ${LINK}`)
    expect(html).toContain('Stop these e-mails')
  }
  expect(write(confirmation()).unsubscribe_url).toBeUndefined()
})

test('a reminder as SMS stays in the alphabet of SMS, whatever quotes and dashes were typed', () => {
  const { event, shifts } = reminder({})
  const [link] = shifts
  const payload = { text: '“Hej” – vi ses…', event, shifts, link }
  const sms = writeAsSms({ template: 'reminder', payload }, 'sv')
  expect(sms).toBe(`Påminnelse: Sommarfest

"Hej" - vi ses...

Kafé, lör 20 juni 22:00-02:00 sön
Kafé, lör 20 juni 22:00-02:00 sön
Brunnsparken

Svara ja eller nej: ${LINK}`)
  expect(countSms(sms).encoding).toBe('GSM-7')
})

test('every email is built as Outlook needs it, and is not wider than its screen', () => {
  const reset = { template: 'password_reset', payload: { one_time_token_id: 'id' } } as const
  for (const content of [...emailsAbout({}), reset]) {
    const { html } = write(content)
    expect(html).not.toMatch(/display:(inline-)?(flex|grid)|position:|url\(|<(img|link|script)/)
    for (const table of html.match(/<table[^>]*>/g) ?? []) expect(table).toContain('role="presentation"')
    for (const link of html.match(/<a [^>]*>/g) ?? []) expect(link).toContain('style="')
    const buttons = html.match(/<td class="button"[^>]*>/g) ?? []
    for (const button of buttons) expect(button).toMatch(/bgcolor="#\w{6}".*mso-padding-alt/)
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).toContain('<!--[if mso]><table role="presentation" width="560"')
    expect(html).toContain('table-layout:fixed')
    expect(html).toContain('overflow-wrap:anywhere')
    expect(preheaderOf(html)).toMatch(/^\S/)
  }
})

test('the preheader is the beginning of a long text', () => {
  const { html } = write({ template: 'reminder', payload: reminder({}, 'Många ord. '.repeat(400)) })
  expect(preheaderOf(html)).toMatch(/^Många ord\. .*\.\.\.$/)
  expect(preheaderOf(html)).toHaveLength(140)
})

test('the description of a role keeps its lines', () => {
  const payload = reminder({})
  const [shift, ...more] = payload.shifts
  const described = { ...shift, role_description: 'Ta emot alla.\nSäg <hej>.' }
  const { html } = write({ template: 'reminder', payload: { ...payload, shifts: [described, ...more] } })
  expect(html).toContain('Ta emot alla.<br>Säg &lt;hej&gt;.')
})

const preheaderOf = (html: string) => /mso-hide:all">(.*?)&#8199;/.exec(html)?.[1] ?? ''

/** Returns all tags except those that separate lines and paragraphs. */
const structureOf = (html: string) => tagsOf(html).filter((tag) => !/^<\/?(p|br)\b/.test(tag))

/** Returns all tags with the names of their attributes. */
function tagsOf(html: string): string[] {
  return [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag.replace(/"[^"]*"/g, '""'))
}

test.each([
  'Vinn pengar på evil.example',
  'http://evil.example',
  'a/b',
  'ring 0900123456',
  'evil@example.com',
])('a first name that could be a link or a number is not repeated: %j', (name) => {
  const { subject, text, html } = write(confirmation({ name }))
  expect(text.startsWith('You’re signed up\n')).toBe(true)
  for (const part of [subject, text, html]) expect(part).not.toContain(name)
})

describe('a name leads nowhere', () => {
  const HOSTILE = 'Vinn på evil.example/login, http://evil.example eller evil@evil.example'
  const organization = { organization_id: 'of-the-link', organization: HOSTILE }
  const own: EmailContent[] = [
    { template: 'organization_paused', payload: { ...organization, reason: 'Spam' } },
    { template: 'organization_resumed', payload: organization },
    { template: 'organization_ended', payload: organization },
    {
      template: 'api_key_expiring',
      payload: { ...organization, name: HOSTILE, expires_at: '2026-06-01T09:00:00.000Z' },
    },
    {
      template: 'member_invitation',
      payload: {
        invitation_id: 'id',
        round: 1,
        organization: HOSTILE,
        role: 'admin',
        invited_by: 'bo@muster.test',
        expires_at: '2026-06-01T09:00:00.000Z',
        time_zone: 'Europe/Stockholm',
      },
    },
  ]
  const of_organizations = emailsAbout({
    name: HOSTILE,
    role: HOSTILE,
    event: HOSTILE,
    organization: HOSTILE,
  })

  test.each([...own, ...of_organizations].map((content) => [content.template, content] as const))(
    '%s has nothing that a mail program would link',
    (_template, content) => {
      const { subject, text, html } = write(content)
      for (const part of [subject, text, html]) expect(part).not.toMatch(/evil\.example|evil@|http:\/\/evil/)
    },
  )

  test.each(own.map((content) => [content.template, content] as const))(
    '%s, an e-mail of the installation, has no name in its subject',
    (_template, content) => expect(write(content).subject).not.toContain('Vinn'),
  )

  test.each(['IFK U15', 'Scouts & Co', 'St. Olof', 'Lunds BK 1.5', 'Åhus – Öja'])('%s stays', (name) => {
    expect(toShownName(name)).toBe(name)
  })

  test('of a volunteer there is no room for a sentence', () => {
    expect(toPersonName('Bo Ek du har vunnit tusen kronor')).toBe('Bo Ek du har')
    expect(toPersonName('Ö'.repeat(100))).toHaveLength(40)
    expect(toGreetingName('Du har vunnit')).toBeUndefined()
  })

  test.each([
    ['Claim 500€ at evil.example/x', 'C. a.'],
    ['Ring 0900 1234', 'R.'],
    ['100 % gratis!', 'g.'],
    ['1234', 'N. N.'],
    ['Anna-Karin Åsa Öberg', 'Anna-Karin Åsa Öberg'],
    ['Bo J. Ek', 'Bo J. Ek'],
  ])('in the mail of another %j is %j', (typed, shown) => {
    expect(toPersonName(typed)).toBe(shown)
  })
})

test.each(['Åsa', 'Zoë', 'Jean-Pierre', "D'Artagnan", 'Anna Lena', 'Ö'.repeat(40)])(
  '%s is greeted',
  (name) => {
    expect(write(confirmation({ name })).text.startsWith(`You’re signed up, ${name}\n`)).toBe(true)
  },
)

test('a row that no template can read is refused', () => {
  const row = { id: 'id', ...confirmation(), language: 'en' }
  expect(() => writeEmail({ ...row, template: 'other' }, links)).toThrow()
  expect(() => writeEmail({ ...row, payload: {} }, links)).toThrow()
  expect(() => writeEmail({ ...row, language: 'de' }, links)).toThrow()
  expect(writeEmail(row, links).subject).toMatch(/^You’re signed up/)
})

test.each([
  ['en', 'Fri 19 Jun 22:00–02:00 Sat (Stockholm)'],
  ['sv', 'fre 19 juni 22:00–02:00 lör (Stockholm)'],
] as const)('the former time is that of the former zone, which is named (%s)', (language, text) => {
  const was = {
    start_dt: '2026-06-19T20:00:00.000Z',
    end_dt: '2026-06-20T00:00:00.000Z',
    time_zone: 'Europe/Stockholm',
    location: null,
  }
  const moved = { start_dt: '2026-06-20T02:00:00.000Z', end_dt: '2026-06-20T06:00:00.000Z' }
  const entry = { ...was, ...moved, time_zone: 'America/New_York' }
  expect(describeBefore({ was, entry }, language)).toBe(text)
})

test.each([
  ['en', 'This wasn’t me'],
  ['sv', 'Det var inte jag'],
] as const)('what was done with an account can be disowned (%s)', (language, label) => {
  const organization = 'Åhus IF'
  const act = { at: '2026-06-01T09:00:00.000Z', organization }
  for (const change of ['api_key_made', 'owner_invited', 'owner_made', 'organization_exported'] as const) {
    const { subject, text, html } = write(
      { template: 'account_changed', payload: { change, ...act } },
      language,
    )
    expect(subject).not.toContain(organization)
    expect(text).toContain(organization)
    expect(text).toContain(`${label}: https://muster.example/not-me/account/x`)
    expect(html).toContain('href="https://muster.example/not-me/account/x"')
  }
  const { at } = act
  const ending = write({ template: 'account_ending', payload: { ends_at: at, at } }, language)
  expect(ending.text).toContain(label)
  // Others than who ended an organisation have nothing to disown.
  const ended = { template: 'organization_ended', payload: { organization } } as const
  expect(write(ended, language).text).not.toContain(label)
  expect(write({ ...ended, payload: { organization, at } }, language).text).toContain(label)
})
