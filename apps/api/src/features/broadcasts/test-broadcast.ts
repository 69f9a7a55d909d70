import { publicPath } from '@muster/contract/pages'
import { z } from 'zod'
import { type Attempt, oncePerKey } from '../../access/idempotency.ts'
import { takeShared } from '../../access/rate-limit.ts'
import type { OrgId } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { conflict } from '../../edge/refusal.ts'
import { enqueueAccountEmail } from '../../outbox/enqueue.ts'
import type { BroadcastMessage } from '../../outbox/enqueue-broadcast.ts'
import { findUser } from '../session/account-queries.ts'
import { findAudience } from './find-audience.ts'
import { chooseSample, type Preview } from './preview-broadcast.ts'
import { writeMessages } from './write-messages.ts'

const TESTS_PER_HOUR = 20

/**
 * D68: sends the messages of one recipient to the account, as its preview shows them. Throws 404 `event_not_found`, 409
 * `no_recipient`, 429 `rate_limited`.
 */
export async function testBroadcast(
  deps: Deps,
  org: OrgId,
  { user_id, ...preview }: Preview & { user_id: string },
  attempt?: Attempt,
): Promise<void> {
  await takeShared(deps, { name: 'broadcast_test', of: user_id, hits: TESTS_PER_HOUR, window_s: 3_600 })
  let sample: readonly BroadcastMessage[] = []
  await deps.db.transaction(org, (tx) =>
    oncePerKey(tx, attempt, z.null(), async () => {
      const context = { form: preview.form, now: deps.now() }
      const audience = await findAudience(tx, { ...preview, ...context, config: deps.config })
      const written = audience.recipients.map((recipient) => ({
        recipient,
        messages: writeMessages({ audience, ...context }, recipient),
      }))
      sample = chooseSample(written, preview.as_person_id)?.messages ?? []
      if (sample.length === 0) throw conflict('no_recipient')
      return null
    }),
  )
  const event_url = deps.config.public_url + publicPath('event', { eventId: preview.event_id })
  await deps.db.system(async (tx) => {
    const user = await findUser(tx, user_id)
    if (!user) return
    for (const { channel, language, content } of sample) {
      const { template, payload } = content
      if (template !== 'reminder' && template !== 'custom_text') continue
      await enqueueAccountEmail(tx, {
        user,
        language,
        content: { template: 'broadcast_test', payload: { template, channel, content: payload, event_url } },
        is_erased_when_sent: true,
      })
    }
  })
}
