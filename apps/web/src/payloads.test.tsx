import { EXTREMES, PAYLOADS } from '@muster/contract/testing/payloads'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { publicPaths } from './public-paths.ts'
import { answer } from './testing/answers.ts'
import {
  buildAssignment,
  buildEvent,
  buildEventWithRole,
  buildOrganization,
  buildRole,
  buildShift,
} from './testing/build-event.ts'
import { buildInvitation } from './testing/build-invitation.ts'
import { buildMessage, buildPerson } from './testing/build-person.ts'
import {
  answerPublicEvent,
  buildPublicEvent,
  buildPublicPerson,
  buildPublicRole,
  buildPublicShift,
} from './testing/build-public-event.ts'
import { buildPublicOrganization } from './testing/build-public-organization.ts'
import { answerOrganization, renderApp } from './testing/render-app.tsx'
import { renderPublic } from './testing/render-public.tsx'
import { setWidth } from './testing/set-width.ts'

/* Checks that every screen shows what people type as they typed it, and that none of it becomes markup. */

const texts = [...Object.values(EXTREMES), ...PAYLOADS]

/** Elements and attributes by which a text could do something. */
const LIVING =
  'script, iframe, base, meta, style, object, embed, form[action], img:not([src^="data:image/svg"])'

function expectNothingLives(root: ParentNode = document.body): void {
  expect([...root.querySelectorAll(LIVING)].map(({ outerHTML }) => outerHTML)).toEqual([])
  const handled = [...root.querySelectorAll('*')].filter((element) =>
    element.getAttributeNames().some((name) => name.startsWith('on')),
  )
  expect(handled.map(({ outerHTML }) => outerHTML)).toEqual([])
  for (const link of root.querySelectorAll('a')) {
    expect(link.getAttribute('href')).toMatch(/^(\/|#|https?:\/\/|mailto:|tel:)/)
  }
}

/** Checks that each is in the page as one text. Texts in attributes or values would not be found. */
function expectShown(given: readonly string[], root: ParentNode = document.body): void {
  const shown = root instanceof Document ? root.body.textContent : root.textContent
  expect(given.filter((text) => !shown?.includes(text))).toEqual([])
}

/** Returns 20 texts, few enough that a windowed list renders all of them. */
const some = (from: number) => texts.slice(from, from + 20)

describe('the organiser’s screens', () => {
  beforeEach(() => {
    answerOrganization(buildOrganization({ name: texts[5] ?? '' }))
    answer('people', 'listPeople', [])
    setWidth(1280)
  })

  it.each([0, 60, 120, 180, 240, 300])('people, from %i on', async (from) => {
    const people = some(from).map((text) =>
      buildPerson({ first_name: text, last_name: text, email: text, child_team: text, notes: text }),
    )
    answer('people', 'listPeople', people)
    await renderApp('/people')
    await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(people.length))
    expectShown(people.map(({ first_name }) => `${first_name} ${first_name}`))
    expectNothingLives()
  })

  it('events', async () => {
    const events = texts.map((text) => ({
      ...buildEvent({ name: text, location: text }),
      roles: [buildRole({ name: text })],
    }))
    answer('events', 'listEvents', { events })
    await renderApp('/events')
    await waitFor(() => expect(document.querySelectorAll('article')).toHaveLength(texts.length))
    expectShown(texts)
    expectNothingLives()
  })

  it.each([0, 100, 200])('the dashboard, from %i on', async (from) => {
    const names = some(from)
    const event = buildEvent({ name: names[0] ?? '', notes: names.join('\n'), location: names[1] ?? '' })
    const roles = names.map((name) => buildRole({ event_id: event.id, name }))
    const shifts = roles.map((role) => buildShift(event, role))
    const [shift] = shifts
    const people = names.map((name) => buildAssignment('INVITED', { first_name: name, last_name: name }))
    answer('events', 'listEvents', { events: [{ ...event, roles }] })
    answer('shifts', 'listShifts', {
      shifts: shifts.map((each) => (each === shift ? { ...each, assignment: people } : each)),
    })
    await renderApp(`/?event=${event.id}&shift=${shift?.id}`)
    const list = await screen.findByRole('list', { name: 'On this shift' })
    expectShown(
      names.map((name) => `${name} ${name}`),
      list,
    )
    expectShown(names, document.querySelector('table') ?? list)
    expectNothingLives()
  })

  it('the report, with every text as a volunteer', async () => {
    const event = buildEventWithRole({ name: texts[6] ?? '', location: texts[7] ?? '' }, texts[8])
    const people = texts.map((text) => {
      const volunteer = buildAssignment('CONFIRMED', { first_name: text, last_name: text })
      return { ...volunteer, person: { ...volunteer.person, child_team: text } }
    })
    answer('events', 'listEvents', { events: [event] })
    answer('shifts', 'listShifts', { shifts: [buildShift(event, event.roles[0], { assignment: people })] })
    await renderApp(`/reports?report=schedule&event=${event.id}`)
    await screen.findByRole('table')
    expectShown(texts.map((text) => `${text} ${text} (${text})`))
    expectNothingLives()
  })

  it('a history of messages', async () => {
    const person = buildPerson()
    answer('people', 'listPeople', [person])
    const messages = texts.map((text) =>
      buildMessage({ subject: text, body_text: text, failure_reason: text }),
    )
    answer('messages', 'listMessages', messages)
    const user = await renderApp('/people')
    await user.click(await screen.findByRole('button', { name: 'Actions for Björn af Ekenstam' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Send message' }))
    await screen.findByRole('table', { name: /^Messages to and from/ })
    expectShown(texts)
    expectNothingLives()
  })
})

describe('the volunteer’s pages', () => {
  const roles = texts.map((text) =>
    buildPublicRole(text, [buildPublicShift([], { assigned_people: [buildPublicPerson(text)] })], text),
  )

  it('the event', async () => {
    const event = buildPublicEvent({
      name: texts[9] ?? '',
      location: texts[10] ?? '',
      notes: texts[11] ?? '',
      roles,
    })
    answerPublicEvent(event)
    await renderPublic(publicPaths.publicEvent(event.id))
    await screen.findByRole('heading', { level: 1 })
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(texts)
    expectNothingLives()
  })

  it.each(some(5))('sign-up and confirmation: %s', async (text) => {
    const event = buildPublicEvent({ name: text, roles: [buildPublicRole(text, [buildPublicShift()], text)] })
    answerPublicEvent(event)
    await renderPublic(publicPaths.signup(event.id, event.roles[0]?.shifts[0]?.id ?? ''))
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(text)
    expectNothingLives()

    const { shift, ...invitation } = buildInvitation()
    const role = { ...shift.role, name: text, description: text }
    answer('invitations', 'getAssignment', {
      ...invitation,
      person: { first_name: text },
      organization: buildPublicOrganization({ name: text }),
      shift: {
        ...shift,
        role: { ...role, event: { ...role.event, name: text, notes: text, location: text } },
      },
    })
    await renderPublic(publicPaths.confirmation('a'.repeat(43)))
    expect(
      (await screen.findByRole('heading', { name: (name) => name === `Hello ${text}` })).textContent,
    ).toBe(`Hello ${text}`)
    expectNothingLives()
  })

  it.each([0, 160])('the event as the server writes it, from %i on', async (from) => {
    const { openPages } = await import('./server.tsx')
    const part = texts.slice(from, from + 160)
    const page =
      '<!doctype html><html lang="en"><head><title>M</title></head><body><div id="root"></div></body></html>'
    const entry = { file: 'a.js' }
    const manifest = {
      'public.html': entry,
      'src/volunteer/events/event-page.tsx': entry,
      'src/volunteer/signup/signup-page.tsx': entry,
      'src/volunteer/personal-page/confirmation-page.tsx': entry,
      'src/volunteer/terms/terms-page.tsx': entry,
      'src/volunteer/terms/privacy-page.tsx': entry,
    }
    const pages = openPages({ document: page, manifest, styles: '' })
    const name = part.slice(0, 8).join(' ')
    const event = buildPublicEvent({ name, notes: part.join('\n'), roles: roles.slice(from, from + 160) })
    const html = pages.writeEvent({
      event_id: event.id,
      event,
      search: '',
      language: 'en',
      origin: 'https://muster.example',
      preview_url: undefined,
    })
    const parsed = new DOMParser().parseFromString(html, 'text/html')
    expect([...parsed.querySelectorAll('#root h2')].map(({ textContent }) => textContent)).toEqual(part)
    expect(parsed.querySelector('meta[property="og:title"]')?.getAttribute('content')).toBe(name)
    expect(parsed.title).toBe(`${name} · Muster`)
    // The only scripts are data.
    const scripts = [...parsed.querySelectorAll('script')]
    expect(scripts.map(({ type }) => type)).toEqual(['application/json', 'application/ld+json'])
    expect(JSON.parse(scripts[0]?.textContent ?? '')).toEqual({ event_id: event.id, event })
    const root = parsed.querySelector('#root')
    if (root) expectNothingLives(root)
  })
})

it.each([PAYLOADS[1], '<b onclick="alert(1)">'])('would see a text that lives: %s', (text) => {
  const page = document.createElement('div')
  page.innerHTML = `<p>${text}</p>`
  expect(() => expectNothingLives(page)).toThrow()
})
