import { expect, test } from 'vitest'
import { promoteStandby } from '../../../infra/chaos/promote-standby.ts'

const TIMEOUT = 300_000

test(
  'a synchronous standby that is promoted has every acknowledged sign-up',
  async () => {
    const { acknowledged, lost, statuses } = await promoteStandby('synchronous')
    expect(acknowledged).toBeGreaterThanOrEqual(60)
    expect(lost).toBe(0)
    expect([200, 201, 503]).toEqual(expect.arrayContaining(statuses))
  },
  TIMEOUT,
)

test(
  'negative control: an asynchronous one has lost some',
  async () => {
    const { lost } = await promoteStandby('asynchronous')
    expect(lost).toBeGreaterThan(0)
  },
  TIMEOUT,
)
