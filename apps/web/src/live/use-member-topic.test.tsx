import { render, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { startCredentials, storeToken } from '../api/credentials.ts'
import { answer } from '../testing/answers.ts'
import { buildIssued, buildToken, inSeconds } from '../testing/build-token.ts'
import { breakLive, joinPayload, refuseLive } from '../testing/live-channel.ts'
import { useMemberTopic } from './use-member-topic.ts'

const TOPIC = 'org:1'

function Follow() {
  useMemberTopic(TOPIC, () => undefined)
  return null
}

beforeEach(startCredentials)

/** Joins with the expired token of a page that slept for hours. */
function joinWithExpired() {
  const expired = buildToken(inSeconds(-3_600))
  storeToken({ token: expired, second_factors: [] })
  render(<Follow />)
  return waitFor(() => expect(joinPayload(TOPIC)).toEqual({ token: expired }))
}

it.each([
  ['refused', () => refuseLive(TOPIC, 'session_invalid')],
  ['broken', () => breakLive(TOPIC)],
])('a topic that is %s joins again with a new token', async (_, happen) => {
  const issued = buildIssued()
  const renewals = answer('session', 'refresh', issued)
  await joinWithExpired()
  await happen()
  await waitFor(() => expect(renewals).toHaveLength(1))
  await waitFor(() => expect(joinPayload(TOPIC)).toEqual({ token: issued.token }))
})
