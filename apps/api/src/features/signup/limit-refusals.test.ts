import { expect, test } from 'vitest'
import { buildTestApp } from '../../../test/app.ts'
import { patiently } from '../../../test/patient.ts'
import { buildRole, buildShift, hoursAfter } from '../../../test/planning.ts'

let people = 0
const stranger = () => ({
  first_name: 'Åsa',
  last_name: 'Öberg',
  email: `limited-${++people}@volunteer.example`,
  phone: '+46701234567',
})

async function openLimited(limits: { signups_per_minute?: number; signup_refusals_per_minute?: number }) {
  const limited = await buildTestApp({ limits })
  const role = await buildRole(limited.deps)
  const first = await buildShift(limited.deps, { role: role, required_qty: 20 })
  const second = await buildShift(limited.deps, {
    role: role,
    start_dt: hoursAfter(first.start_dt, 6),
    end_dt: hoursAfter(first.end_dt, 6),
    required_qty: 20,
  })
  const post = (url: string, payload: object) =>
    patiently(() => limited.inject({ method: 'POST', url, payload }))
  const both = (person: object) =>
    post(`/events/${first.event_id}/signup`, { shift_ids: [first.id, second.id], ...person })
  return {
    close: () => limited.close(),
    signUpInForm: async (person: object, form: string) =>
      (
        await patiently(() =>
          limited.inject({
            method: 'POST',
            url: `/shifts/${first.id}/signup`,
            payload: person,
            headers: { 'form-id': form },
          }),
        )
      ).statusCode,
    signUpForBoth: async (person: object) => (await both(person)).statusCode,
    /** Returns for how many seconds the call is refused. */
    waitForBoth: async (person: object) => Number((await both(person)).headers['retry-after']),
    signUpForOne: async (person: object) => (await post(`/shifts/${first.id}/signup`, person)).statusCode,
  }
}

test('one address has its limit, in which a call counts for each of its shifts', async () => {
  const { close, signUpForBoth, signUpForOne } = await openLimited({ signups_per_minute: 3 })
  const answers = [
    await signUpForBoth(stranger()),
    await signUpForBoth(stranger()),
    await signUpForOne(stranger()),
  ]
  await close()
  expect(answers).toEqual([201, 429, 429])
})

test.each([
  ['parallel calls get no more personal refusals than one after the other', 4, 2],
  ['negative control: without the limit each gets them', 1_000, 20],
])('%s', async (_name, signup_refusals_per_minute, expected) => {
  const { close, signUpForBoth } = await openLimited({ signup_refusals_per_minute })
  const person = stranger()
  await signUpForBoth(person)
  const answers = await Promise.all(Array.from({ length: 20 }, () => signUpForBoth(person)))
  await close()
  expect(answers.filter((status) => status === 409)).toHaveLength(expected)
  expect(answers.filter((status) => status === 429)).toHaveLength(20 - expected)
})

test('a call that reserved the last refusal and got two owes one', async () => {
  const { close, signUpForBoth, waitForBoth } = await openLimited({ signup_refusals_per_minute: 3 })
  const person = stranger()
  const answers = [await signUpForBoth(person), await signUpForBoth(person), await signUpForBoth(person)]
  const wait = await waitForBoth(person)
  await close()
  expect(answers).toEqual([201, 409, 409])
  expect(wait).toBeGreaterThan(20)
})

test('no call is refused because of others at the same time that get their places', async () => {
  const { close, signUpForBoth } = await openLimited({ signup_refusals_per_minute: 3 })
  const answers = await Promise.all(Array.from({ length: 15 }, () => signUpForBoth(stranger())))
  await close()
  expect(answers).toEqual(Array<number>(15).fill(201))
})

test('who has used up the refusals of a form shuts nobody else behind the same address out', async () => {
  const { close, signUpInForm } = await openLimited({ signup_refusals_per_minute: 2 })
  const [guesser, other] = [stranger(), stranger()]
  const answers = []
  for (let tries = 0; tries < 5; tries += 1) answers.push(await signUpInForm(guesser, 'the guesser'))
  const others = [await signUpInForm(other, 'the others'), await signUpInForm(other, 'the others')]
  await close()
  expect(answers).toEqual([201, 409, 409, 429, 429])
  expect(others).toEqual([201, 409])
})

test('made-up forms end at the limit of the address', async () => {
  const { close, signUpInForm } = await openLimited({ signup_refusals_per_minute: 2 })
  const guesser = stranger()
  const answers = []
  for (let tries = 0; tries < 23; tries += 1)
    answers.push(await signUpInForm(guesser, `form ${tries} of many`))
  await close()
  expect(answers.filter((status) => status === 409)).toHaveLength(20)
  expect(answers.slice(-2)).toEqual([429, 429])
})
