import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { calendarFeed, calendarFile, calendarFileName, FEED_TEXT_LENGTH, writeFeedEntry } from './calendar.ts'
import { type CalendarEntry, calendarUid } from './calendar-entry.ts'

const entry: CalendarEntry = {
  uid: '20260620T080000Z-kafe-1@muster',
  sequence: 2,
  stamp: '2026-06-01T09:00:00.000Z',
  start_dt: '2026-06-20T08:00:00.000Z',
  end_dt: '2026-06-20T10:30:00.000Z',
  role_name: 'Kafé',
  role_description: 'Smörgåsar; kaffe, te',
  event_id: '01890000-0000-7000-8000-000000000000',
  event_name: 'Sommarfest',
  time_zone: 'Europe/Stockholm',
  location: 'Brunnsparken, Örebro',
  organization_name: 'Brunnby IF',
}

/** Parses with another library than the one under test. */
function parse(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file))
  const vevents = calendar.getAllSubcomponents('vevent')
  const [vevent] = vevents
  if (!vevent || vevents.length !== 1) throw new Error(`${vevents.length} events`)
  return { calendar, event: new ICAL.Event(vevent), vevent }
}

const text = (vevent: { getFirstPropertyValue(name: string): unknown }, name: string) =>
  String(vevent.getFirstPropertyValue(name))

test('says what, when in UTC, where, and stays the same entry', () => {
  const { calendar, event, vevent } = parse(calendarFile(entry, 'https://muster.example'))
  expect(text(calendar, 'version')).toBe('2.0')
  expect(event.uid).toBe(entry.uid)
  expect(event.sequence).toBe(2)
  expect(event.startDate.toICALString()).toBe('20260620T080000Z')
  expect(event.endDate.toICALString()).toBe('20260620T103000Z')
  expect(text(vevent, 'dtstamp')).toBe('2026-06-01T09:00:00Z')
  expect(event.summary).toBe('Kafé – Sommarfest')
  expect(event.location).toBe('Brunnsparken, Örebro')
  expect(event.description).toBe(
    'Smörgåsar; kaffe, te\n\nBrunnby IF\n\nhttps://muster.example/e/01890000-0000-7000-8000-000000000000',
  )
})

test('without place and description it has none', () => {
  const { vevent, event } = parse(
    calendarFile({ ...entry, location: null, role_description: null }, 'https://muster.example'),
  )
  expect(vevent.hasProperty('location')).toBe(false)
  expect(event.description).toMatch(/^Brunnby IF\n\nhttps/)
})

test('the event’s notes, and the personal link in the file of its person (D26)', () => {
  const own = { personal_url: 'https://muster.example/c/the-link' }
  const { event } = parse(calendarFile({ ...entry, notes: 'Ta med vatten' }, 'https://muster.example', own))
  expect(event.description).toBe(
    'Smörgåsar; kaffe, te\n\nTa med vatten\n\nBrunnby IF\n\nhttps://muster.example/e/01890000-0000-7000-8000-000000000000\n\nhttps://muster.example/c/the-link',
  )
})

test('lines end in CRLF and are folded at 75 octets, never within a letter', () => {
  const file = calendarFile({ ...entry, role_description: 'Å'.repeat(400) }, 'https://muster.example')
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(parse(file).event.description).toContain('Å'.repeat(400))
})

test.each([
  'Vi möts vid den blå grinden bakom Åhléns klockan åtta; ta med regnkläder, matsäck och gärna en vän – fika bjuder vi på.',
  `${'x'.repeat(60)}åäö`.repeat(5),
  '👩‍🚒🧑🏽‍🍳'.repeat(30),
])('a long text is whole again when it is read: %j', (words) => {
  const file = calendarFile(
    { ...entry, role_name: words, location: words, role_description: words },
    'https://muster.example',
  )
  for (const line of file.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    // A line folded inside a character would decode to U+FFFD.
    expect(line).not.toContain('\uFFFD')
  }
  const { event } = parse(file)
  expect(event.summary).toBe(`${words} – Sommarfest`)
  expect(event.location).toBe(words)
  expect(event.description.startsWith(words)).toBe(true)
})

test('a feed has every entry, and whole lines (V2)', () => {
  const entries = ['one', 'two'].map((uid) => writeFeedEntry({ ...entry, uid }, 'https://muster.example'))
  const file = calendarFeed({ name: 'Brunnby IF', empty: 'Inga pass' }, entries)
  expect(file.endsWith('END:VEVENT\r\nEND:VCALENDAR\r\n')).toBe(true)
  const calendar = new ICAL.Component(ICAL.parse(file))
  expect(text(calendar, 'x-wr-calname')).toBe('Brunnby IF')
  expect(calendar.getAllSubcomponents('vevent').map((vevent) => text(vevent, 'uid'))).toEqual(['one', 'two'])
})

test.each([
  ['a short text', 'Ta med vatten', 'Ta med vatten'],
  ['a text of the length', 'å'.repeat(FEED_TEXT_LENGTH), 'å'.repeat(FEED_TEXT_LENGTH)],
  ['words', 'vatten '.repeat(700), `${'vatten '.repeat(42).trim()}…`],
  ['no words', '👩'.repeat(5_000), `${'👩'.repeat(FEED_TEXT_LENGTH - 1)}…`],
  ['one long word', `Se ${'x'.repeat(4_000)}`, `Se ${'x'.repeat(FEED_TEXT_LENGTH - 4)}…`],
])('a feed shortens long texts, between words if it can (V2): %s', (_what, whole, short) => {
  const written = writeFeedEntry(
    { ...entry, role_description: whole, notes: whole },
    'https://muster.example',
  )
  const { event } = parse(calendarFeed({ name: 'Brunnby IF', empty: 'Inga pass' }, [written]))
  expect(event.description.split('\n\n').slice(0, 2)).toEqual([short, short])
})

test.each([
  { night: 'spring', start_dt: '2026-03-28T21:00:00.000Z', end_dt: '2026-03-29T04:00:00.000Z', hours: 7 },
  { night: 'autumn', start_dt: '2026-10-24T20:00:00.000Z', end_dt: '2026-10-25T05:00:00.000Z', hours: 9 },
])(
  '22:00 to 06:00 in the $night night when clocks change lasts $hours hours',
  ({ start_dt, end_dt, hours }) => {
    const { event } = parse(calendarFile({ ...entry, start_dt, end_dt }, 'https://muster.example'))
    expect(event.startDate.toJSDate().toISOString()).toBe(start_dt)
    expect(event.endDate.toJSDate().toISOString()).toBe(end_dt)
    expect(event.duration.toSeconds()).toBe(hours * 3_600)
  },
)

test('a moved shift updates its entry, and a cancelled one removes it', () => {
  const [first, moved, gone] = [
    calendarFile(entry, 'https://muster.example'),
    calendarFile(
      { ...entry, sequence: 3, start_dt: '2026-06-20T09:00:00.000Z', role_name: 'Entré' },
      'https://muster.example',
    ),
    calendarFile({ ...entry, sequence: 4 }, 'https://muster.example', { method: 'CANCEL' }),
  ].map(parse)
  expect([first, moved, gone].map((file) => file?.event.uid)).toEqual(Array(3).fill(entry.uid))
  expect([first, moved, gone].map((file) => file?.event.sequence)).toEqual([2, 3, 4])
  expect(first?.vevent.hasProperty('status')).toBe(false)
  expect(moved?.vevent.hasProperty('status')).toBe(false)
  expect(gone?.vevent.getFirstPropertyValue('status')).toBe('CANCELLED')
})

test.each([
  'a, b; c \\ d "e"',
  'one\nATTENDEE:mailto:evil@example.com',
  'END:VEVENT\r\nBEGIN:VEVENT',
  '\\n \\, \\;',
  '<script>alert(1)</script>',
  'Zoë O’Brien 👩‍🚒 ÅÄÖ',
])('what people type stays text: %j', (typed) => {
  const { event, vevent } = parse(
    calendarFile(
      { ...entry, role_name: typed, event_name: typed, location: typed, role_description: typed },
      'https://muster.example',
    ),
  )
  const plain = typed.replace('\r\n', '\n')
  expect(event.summary).toBe(`${plain} – ${plain}`)
  expect(event.location).toBe(plain)
  expect(event.description.startsWith(plain)).toBe(true)
  expect(vevent.hasProperty('attendee')).toBe(false)
})

test('the UID is made of start, role and assignment, in plain letters', () => {
  expect(calendarUid('an-id', { start_dt: '2026-06-20T08:00:00.000Z', role_name: 'Kafé & entré' })).toBe(
    '20260620T080000Z-kafe-entre-an-id@muster',
  )
})

test.each([
  ['Kafé', 'Kafé.ics'],
  ['Bar/Entré: "kväll"', 'Bar Entré kväll.ics'],
  ['..\\..\\etc', 'etc.ics'],
  ['two\nlines', 'two lines.ics'],
  ['???', 'shift.ics'],
  ['Å'.repeat(100), `${'Å'.repeat(80)}.ics`],
])('%j is saved as %j', (role_name, file_name) => {
  expect(calendarFileName(role_name)).toBe(file_name)
})
