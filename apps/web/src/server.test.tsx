import type { EventPage, PageRenderer } from '@muster/contract/page-renderer'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import {
  buildPublicEvent,
  buildPublicPerson,
  buildPublicRole,
  buildPublicShift,
} from './testing/build-public-event.ts'
import { buildPublicOrganization } from './testing/build-public-organization.ts'

const document = `<!doctype html>
<html lang="en">
  <head>
    <meta name="description" content="See the shifts that need people, and sign up for one." />
    <title>Muster</title>
    <link rel="stylesheet" crossorigin href="/assets/a.css">
    <script type="module" crossorigin src="/assets/public.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/react.js">
  </head>
  <body>
    <noscript>Needs scripts.</noscript>
    <div id="root"></div>
  </body>
</html>`

const manifest = {
  'public.html': { file: 'assets/public.js', imports: ['_react.js'] },
  '_react.js': { file: 'assets/react.js' },
  '_bar.js': { file: 'assets/bar.js', imports: ['_react.js'] },
  'src/volunteer/events/event-page.tsx': { file: 'assets/event.js', imports: ['_react.js', '_bar.js'] },
  'src/volunteer/signup/signup-page.tsx': { file: 'assets/signup.js' },
  'src/volunteer/personal-page/confirmation-page.tsx': { file: 'assets/confirmation.js' },
  'src/volunteer/terms/terms-page.tsx': { file: 'assets/terms.js' },
  'src/volunteer/terms/privacy-page.tsx': { file: 'assets/privacy.js' },
}

const sunday = { start_dt: '2199-06-23T06:00:00.000Z', end_dt: '2199-06-23T10:00:00.000Z' }
const longAgo = { start_dt: '2020-06-23T06:00:00.000Z', end_dt: '2020-06-23T10:00:00.000Z' }
const IMAGE = 'https://muster.example/e/e1/preview.en.png?v=abc'
const evil = '</script><script>alert(1)</script>$&'

let pages: PageRenderer
beforeAll(async () => {
  const { openPages } = await import('./server.tsx')
  pages = openPages({ document, manifest, styles: 'body{color:red}' })
})

/** Writes with plain spaces. The tests of dates check which spaces keep a line together. */
const write = (given: Partial<EventPage> = {}) =>
  pages
    .writeEvent({
      event_id: 'e1',
      event: buildPublicEvent({
        id: 'e1',
        roles: [buildPublicRole('Entrance', [buildPublicShift(['Anna Berg'], { id: 's1' })])],
      }),
      search: '',
      language: 'en',
      origin: 'https://muster.example',
      preview_url: IMAGE,
      ...given,
    })
    .replaceAll('\u00a0', ' ')

const inlined = (html: string): unknown =>
  JSON.parse(/<script type="application\/json" id="event">(.*?)<\/script>/s.exec(html)?.[1] ?? '')

const structured = (html: string): unknown =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '')

describe('the page of an event without scripts', () => {
  it.each([
    { language: 'en', days: 'Fri 21 – Sat 22 June 2199', spots: '3 spots left', sign_up: 'Sign up' },
    { language: 'sv', days: 'fre 21 – lör 22 juni 2199', spots: '3 lediga platser', sign_up: 'Anmäl mig' },
  ] as const)('$language: can be read', ({ language, days, spots, sign_up }) => {
    const html = write({ language })
    expect(html).toContain(`<html lang="${language}">`)
    for (const text of [days, spots, 'Anna Berg', '08:00–12:00', 'Stadsparken, Lund', `>${sign_up}</a>`]) {
      expect(html).toContain(text)
    }
    expect(html).toContain('href="/e/e1/shifts/s1/signup"')
    // The page also says what cannot be done without scripts.
    expect(html).toContain('<noscript>Needs scripts.</noscript>')
  })

  it('writes the one day that was asked for', () => {
    const shifts = [buildPublicShift(['Anna Berg']), buildPublicShift(['Maja Ek'], sunday)]
    const event = buildPublicEvent({ id: 'e1', roles: [buildPublicRole('Bar', shifts)] })
    const html = write({ event, search: 'day=2199-06-23' })
    expect(html).toContain('Maja Ek')
    expect(html.split('<script type="application/json"')[0]).not.toContain('Anna Berg')
    expect(inlined(html)).toEqual({ event_id: 'e1', event })
    expect(write({ event })).toContain('Anna Berg')
  })

  it.each([
    { language: 'en', summary: 'Fri 21 – Sat 22 June 2199 · Stadsparken, Lund · 3 spots left' },
    { language: 'sv', summary: 'fre 21 – lör 22 juni 2199 · Stadsparken, Lund · 3 lediga platser' },
  ] as const)('$language: says in a chat what it is', ({ language, summary }) => {
    const html = write({ language })
    expect(html).toContain('<title>Midsommar i parken · Muster</title>')
    expect(html).toContain('<meta property="og:title" content="Midsommar i parken"/>')
    expect(html).toContain(`<meta property="og:description" content="${summary}"/>`)
    expect(html).toContain('<meta property="og:url" content="https://muster.example/e/e1"/>')
    expect(html).toContain('<link rel="canonical" href="https://muster.example/e/e1"/>')
    expect(html).toContain(
      '<meta property="og:image" content="https://muster.example/e/e1/preview.en.png?v=abc"/>',
    )
    expect(html).toContain(
      '<meta name="twitter:image" content="https://muster.example/e/e1/preview.en.png?v=abc"/>',
    )
    expect(html.match(/<title>/g)).toHaveLength(1)
    expect(html.match(/name="description"/g)).toHaveLength(1)
  })

  it.each([
    { names: [], summary: '4 spots left' },
    { names: ['A B', 'C D', 'E F', 'G H'], summary: 'Full' },
  ])('counts in a chat only places that can still be taken: $summary', ({ names, summary }) => {
    const over = buildPublicShift([], { ...longAgo, required_qty: 7 })
    const shifts = [over, buildPublicShift(names)]
    const place = 'Fri 21 – Sat 22 June 2199 · Stadsparken, Lund'
    const html = write({ event: buildPublicEvent({ roles: [buildPublicRole('Bar', shifts)] }) })
    expect(html).toContain(`<meta property="og:description" content="${place} · ${summary}"/>`)
    // A shift that is over is neither free nor full.
    const past = write({ event: buildPublicEvent({ roles: [buildPublicRole('Bar', [over])] }) })
    expect(past).toContain(`<meta property="og:description" content="${place}"/>`)
  })

  it('tells search engines what the event is, and nothing of people', () => {
    const event = buildPublicEvent({
      id: 'e1',
      description: 'Dans och musik',
      roles: [buildPublicRole('Entrance', [buildPublicShift(['Anna Berg'])])],
    })
    const html = write({ event })
    expect(structured(html)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Event',
      name: 'Midsommar i parken',
      description: 'Dans och musik',
      startDate: '2199-06-21T08:00:00+02:00',
      endDate: '2199-06-22T22:00:00+02:00',
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      location: { '@type': 'Place', name: 'Stadsparken, Lund', address: 'Stadsparken, Lund' },
      organizer: { '@type': 'Organization', name: 'Midsommarföreningen' },
      image: [IMAGE],
      url: 'https://muster.example/e/e1',
    })
    const without = structured(write({ event: buildPublicEvent({ location: null }) }))
    for (const field of ['location', 'eventAttendanceMode', 'description'])
      expect(without).not.toHaveProperty(field)
    expect(write({ event: null })).not.toContain('ld+json')
  })

  it('brings its data, whatever is in them', () => {
    const event = buildPublicEvent({
      id: 'e1',
      name: evil,
      notes: `"quoted" <img src=x onerror=alert(1)> ${evil}`,
      roles: [
        buildPublicRole(evil, [buildPublicShift([], { assigned_people: [buildPublicPerson(evil)] })], evil),
      ],
    })
    const html = write({ event })
    expect(inlined(html)).toEqual({ event_id: 'e1', event })
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('<img src=x')
    // The scripts are the client's own, the data, and the data for search engines.
    expect(html.match(/<script/g)).toHaveLength(3)
    expect(structured(html)).toMatchObject({ name: evil })
  })

  it('has nothing that the content security policy forbids', () => {
    const shifts = [2, 4, 13, 40].map((required_qty) => buildPublicShift(['A B'], { required_qty }))
    const html = write({ event: buildPublicEvent({ roles: [buildPublicRole('Bar', shifts)] }) })
    expect(html).not.toMatch(/ style=| on\w+=/)
    // The style must be equal byte for byte, because the policy names its hash.
    expect(html).toContain('<style>body{color:red}</style>')
    expect(html.match(/<link [^>]*rel="stylesheet"[^>]*>/g)).toEqual([
      '<link media="print" rel="stylesheet" crossorigin href="/assets/a.css">',
    ])
  })

  it('knows nobody’s clock: the zone is told to those who stay without scripts', () => {
    const html = write()
    expect(html).toMatch(/<noscript><p[^>]*>All times are local time in Stockholm<\/p><\/noscript>/)
  })

  it('asks for its chunks at once, each once, and lets the style sheet go first', () => {
    const asked = [
      ...write().matchAll(/<link rel="modulepreload" fetchpriority="low" crossorigin href="([^"]+)"/g),
    ]
    expect(asked.map(([, file]) => file)).toEqual(['/assets/react.js', '/assets/event.js', '/assets/bar.js'])
  })

  it('stops drawing after 250 shifts, and brings all of them as data', () => {
    const shifts = Array.from({ length: 300 }, () => buildPublicShift())
    const event = buildPublicEvent({ id: 'e1', roles: [buildPublicRole('Bar', shifts)] })
    const html = write({ event })
    expect(html.match(/<article/g)).toHaveLength(250)
    expect(inlined(html)).toEqual({ event_id: 'e1', event })
  })

  it('writes one page after the other', () => {
    vi.setSystemTime('2199-06-21T10:00:01.000Z')
    expect(write({ language: 'sv' })).toContain('Passet är slut')
    expect(write({ language: 'en' })).toContain('This shift is over')
    vi.useRealTimers()
    expect(write({ language: 'en' })).toContain('Sign up')
  })
})

it.each([
  { language: 'en', text: 'This event does not exist, or has been removed', again: 'Try again' },
  { language: 'sv', text: 'Evenemanget finns inte eller har tagits bort', again: 'Försök igen' },
] as const)('$language: says that there is no such event', ({ language, text, again }) => {
  const html = write({ event: null, language })
  expect(html).toContain(text)
  expect(html).not.toContain(again)
  expect(html).toContain(`<title>${text} · Muster</title>`)
  expect(inlined(html)).toEqual({ event_id: 'e1', event: null })
})

it("has the organisation's logo above its name, and its colours in a sheet of their own", () => {
  const organization = buildPublicOrganization({
    theme: ':root{--color-primary:#7a1f5c}',
    logo_url: '/logos/abc',
  })
  const html = write({ event: buildPublicEvent({ organization }) })
  expect(html).toContain('<style>body{color:red}</style><style>:root{--color-primary:#7a1f5c}</style>')
  expect(html).toMatch(/<img class="[^"]*" src="\/logos\/abc" alt=""\/><span>Midsommarföreningen/)
  expect(write().match(/<style>/g)).toHaveLength(1)
})

it.each([
  ['confirmation', 'en', 'Your shifts with A &amp; B', 'en_GB'],
  ['confirmation', 'sv', 'Dina pass hos A &amp; B', 'sv_SE'],
] as const)('says in a chat what a link is, and whose (%s, %s)', (page, language, title, locale) => {
  const html = pages.writeLink({ page, organization: 'A & B', language })
  expect(html).toContain(`<html lang="${language}">`)
  expect(html).toContain(`<title>${title} · Muster</title>`)
  expect(html).toContain(`<meta property="og:title" content="${title}"/>`)
  expect(html).toContain('<meta property="og:site_name" content="A &amp; B"/>')
  expect(html).toContain(`<meta property="og:locale" content="${locale}"/>`)
  expect(html.match(/<title>/g)).toHaveLength(1)
  expect(html.match(/name="description"/g)).toHaveLength(1)
  expect(html).toContain(`<link rel="modulepreload" crossorigin href="/assets/${page}.js">`)
})

it.each(['event', 'signup', 'confirmation', 'terms', 'privacy'] as const)(
  '%s: asks for its chunk early',
  (page) => {
    expect(pages.writeEmpty(page)).toContain(
      `<link rel="modulepreload" crossorigin href="/assets/${page}.js">`,
    )
  },
)

it.each([
  { page: 'terms', language: 'en', title: 'Terms of use', text: 'at least 16 years' },
  { page: 'terms', language: 'sv', title: 'Användarvillkor', text: 'fyllt 16 år' },
  { page: 'privacy', language: 'en', title: 'Privacy notice', text: 'At most 24 months' },
  { page: 'privacy', language: 'sv', title: 'Om dina personuppgifter', text: 'Högst 24 månader' },
] as const)('$page in $language can be read without scripts', ({ page, language, title, text }) => {
  const html = pages.writeEmpty(page, language)
  expect(html).toContain(`<html lang="${language}">`)
  expect(html).toContain(`<title>${title} · Muster</title>`)
  expect(html).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`))
  expect(html).toContain(text)
})

it('an address without a page gets the document alone', () => {
  expect(pages.missing).toBe(document)
})

it('does not start on a build that lacks a page', async () => {
  const { openPages } = await import('./server.tsx')
  const lacking = openPages({ document, styles: '', manifest: { 'public.html': { file: 'x.js' } } })
  expect(() => lacking.writeEmpty('terms')).toThrow('The build has no terms-page.tsx')
})
