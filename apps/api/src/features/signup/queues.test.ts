import { describe, expect, test } from 'vitest'
import { hold } from '../../../test/hold.ts'
import { createQueues } from './queues.ts'

/** Starts work that ends when it is told to. */
function holdWork() {
  let begun = 0
  const { held, release } = hold()
  const work = async () => {
    begun++
    return held
  }
  return { work, release, countBegun: () => begun }
}

describe('sign-ups of one shift', () => {
  test('run four at a time; another shift does not wait for them', async () => {
    const inTurn = createQueues()
    const { work, release, countBegun } = holdWork()
    const popular = Array.from({ length: 10 }, () => inTurn('popular', work))
    expect(await inTurn('other', async () => 'at once')).toBe('at once')
    expect(countBegun()).toBe(4)
    release()
    await Promise.all(popular)
    expect(countBegun()).toBe(10)
  })

  test('who waits too long is told to come again, and nothing is done for them later', async () => {
    const inTurn = createQueues({ max_wait: 1 })
    const { work, release, countBegun } = holdWork()
    const held = Array.from({ length: 4 }, () => inTurn('silent', work))
    await expect(inTurn('silent', work)).rejects.toMatchObject({ status: 503, code: 'busy' })
    release()
    await Promise.all(held)
    await inTurn('silent', async () => 'after all of them')
    expect(countBegun()).toBe(4)
  })

  test('what one throws is told to that one alone', async () => {
    const inTurn = createQueues()
    await expect(inTurn('shift', () => Promise.reject(new Error('mine')))).rejects.toThrow('mine')
    expect(await inTurn('shift', async () => 'next')).toBe('next')
  })
})
