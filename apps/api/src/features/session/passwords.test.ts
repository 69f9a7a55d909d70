import { describe, expect, test } from 'vitest'
import { Refusal } from '../../edge/refusal.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

const password = 'three blue bikes'
const right = await hashPassword(password)

/** More calls than may wait. */
const FLOOD = 60

describe('when more passwords wait than can be verified in seconds', () => {
  test('somebody’s first login goes before those who have tried often', async () => {
    const guesses = flood(5)
    const first = verifyPassword(right, password, 1)
    expect(await first).toBe(true)
    expect(await countRefused(guesses)).toBeGreaterThan(0)
  })

  test('negative control: were all counted alike, it would be refused', async () => {
    const guesses = flood(1)
    const last = verifyPassword(right, password, 1)
    await expect(last).rejects.toMatchObject({ status: 503, code: 'busy' })
    await countRefused(guesses)
  })
})

function flood(tries: number) {
  return Array.from({ length: FLOOD }, () => verifyPassword(undefined, 'a guess', tries).catch(refusalOf))
}

async function countRefused(guesses: ReturnType<typeof flood>): Promise<number> {
  return (await Promise.all(guesses)).filter((outcome) => outcome instanceof Refusal).length
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}
