import type { APIRequestContext, Page } from '@playwright/test'
import { changeStatus, type Festival, invite, type Wording } from './festival.ts'
import { awaitMessage, expect } from './journey.ts'
import { addEvent, addRole, addShift, instantAt, uniquePhone } from './plan.ts'
import { fillSignup, type State } from './public-states.ts'
import { callApi } from './session.ts'

const words = {
  en: {
    add: /^Add a child/,
    minor: /^Under 16/,
    guardian: /^I am the guardian/,
    correct: 'Correct it',
    requested: /^Your request/,
  },
  sv: {
    add: /^Lägg till barn/,
    minor: /^Under 16/,
    guardian: /^Jag är vårdnadshavare/,
    correct: 'Rätta den',
    requested: /^Din förfrågan/,
  },
} as const

/** Lists states of sign-ups on terms: requests, questions, families, replacements, waiting lists (D49–D54, D58). */
export async function listTermsStates(
  request: APIRequestContext,
  { roomy, full, empty, event_id }: Festival,
  language: 'en' | 'sv',
  word: Wording = (text) => text,
): Promise<State[]> {
  const name = words[language]
  const camp = await planCamp(request, word)
  const opening = await planCamp(request, word, { signup_opens_at: instantAt('09:00', 2) })
  const signup = (shift: { id: string }, event = event_id) => `/e/${event}/shifts/${shift.id}/signup`

  const giver = await invite(request, empty, word('Gun'))
  await changeStatus(request, giver.id, 'CONFIRMED')
  const { swap } = await callApi(request, `${giver.link.replace('/c/', '/assignment/')}/swap`, {
    method: 'POST',
  })
  const waiting = await follow(request, /\/w\/[\w-]{43}/, `/shifts/${full.id}/waiting-list`, {})
  const asking = await askForPlace(request, camp)
  return [
    { name: 'event, not open yet', path: `/e/${opening.event_id}` },
    { name: 'event, asks first', path: `/e/${camp.event_id}` },
    { name: 'sign-up, questions', path: signup(camp.shift, camp.event_id) },
    {
      name: 'sign-up, questions, errors',
      path: signup(camp.shift, camp.event_id),
      reach: (page) => page.locator('button[type=submit]').click(),
    },
    {
      name: 'requested',
      path: signup(camp.shift, camp.event_id),
      reach: async (page) => {
        await fillSignup(page, uniqueEmail())
        await page.getByRole('radio').first().press('Space')
        await page.locator('button[type=submit]').click()
        await expect(page.getByRole('heading', { name: name.requested })).toBeVisible()
      },
    },
    {
      name: 'signed up, several people',
      path: signup(roomy),
      reach: async (page) => {
        await fillSignup(page, uniqueEmail())
        await addChild(page)
        await page.getByRole('checkbox', { name: name.guardian }).check()
        await page.locator('button[type=submit]').click()
        await expect(page.getByRole('button', { name: name.correct })).toBeVisible()
      },
    },
    {
      name: 'signed up, correcting the address',
      path: signup(roomy),
      reach: async (page) => {
        await fillSignup(page, uniqueEmail())
        await page.locator('button[type=submit]').click()
        await page.getByRole('button', { name: name.correct }).click()
      },
    },
    // After the others of this event, because the tab keeps what was typed.
    { name: 'sign-up, several people', path: signup(camp.shift, camp.event_id), reach: addChild },
    { name: 'request', path: asking },
    { name: 'replacement', path: new URL(swap.url).pathname },
    { name: 'replacement, looking', path: giver.link },
    { name: 'waiting list, to confirm', path: waiting },
  ]

  async function addChild(page: Page): Promise<void> {
    await page.getByRole('button', { name: name.add }).click()
    const child = page.getByRole('group', { name: /^Person 2/ })
    await child.getByRole('textbox').first().fill(word('Nils'))
    await child.getByRole('textbox').nth(1).fill('Öberg')
    await child.getByRole('checkbox', { name: name.minor }).check()
  }
}

/** Plans an event whose sign-ups are answered first, from 13 years, with a question of each kind (D50–D52). */
export async function planCamp(
  request: APIRequestContext,
  word: Wording = (text) => text,
  terms: object = {},
) {
  const { id: event_id } = await addEvent(request, {
    name: word('Höstläger'),
    event_date_start: instantAt('09:00', 20),
    event_date_end: instantAt('18:00', 21),
    approval: 'all',
    questions: [
      {
        kind: 'choice',
        label: word('Vilken storlek på tröjan?'),
        options: [word('S'), word('M')],
        required: true,
      },
      { kind: 'many', label: word('Vad kan du inte äta?'), options: [word('Nötter'), word('Fisk')] },
      { kind: 'yes_no', label: word('Har du körkort?') },
      { kind: 'text', label: word('Något vi bör veta?') },
    ],
    ...terms,
  })
  const { questions } = await callApi(request, `/admin/events/${event_id}`)
  const { id: role_id } = await addRole(request, event_id, { name: word('Ledare'), min_age: 13 })
  const shift = await addShift(request, {
    event_id,
    role_id,
    days: 20,
    hours: ['10:00', '14:00'],
    required_qty: 3,
  })
  const answers = [{ question_id: String(questions[0].id), value: word('M') }]
  return { event_id, shift, answers }
}

/** Asks for a place, and returns the link of the request. */
export function askForPlace(
  request: APIRequestContext,
  { shift, answers }: Awaited<ReturnType<typeof planCamp>>,
) {
  return follow(request, /\/request\/[\w-]{43}/, `/shifts/${shift.id}/signup`, { answers })
}

/** Sends a sign-up or a request, and returns the link in the e-mail that follows. */
async function follow(request: APIRequestContext, link: RegExp, path: string, body: object): Promise<string> {
  const email = uniqueEmail()
  const contact = { first_name: 'Åsa', last_name: 'Öberg', email, phone: uniquePhone() }
  await callApi(request, path, { data: { ...contact, ...body } })
  const found = link.exec((await awaitMessage(request, email)).text)
  if (!found) throw new Error(`no ${link} in the e-mail`)
  return found[0]
}

const uniqueEmail = () => `${Date.now()}@volunteer.example`
