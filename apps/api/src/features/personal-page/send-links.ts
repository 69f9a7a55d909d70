import type { Language } from '@muster/contract/language'
import { foldAddress } from '@muster/contract/rules/fold'
import { countShared } from '../../access/rate-limit.ts'
import type { Deps } from '../../deps.ts'
import { clientOf } from '../../edge/client-address.ts'
import { enqueueAccountEmail } from '../../outbox/enqueue.ts'

const PER_EMAIL = [
  { name: 'links-hour', hits: 3, window_s: 60 * 60 },
  { name: 'links-day', hits: 10, window_s: 24 * 60 * 60 },
]
/** A hall full of people may be one client. */
const PER_CLIENT = { name: 'links-client', hits: 500, window_s: 15 * 60 }

/**
 * D40: enqueues every address, whether anybody has it or not, so that the answer takes the same time; the worker
 * looks the shifts up. Above a limit the answer is the same: a refusal would show that others have asked.
 */
export async function sendLinks(
  deps: Deps,
  { email, language, ip }: { email: string; language: Language; ip: string },
): Promise<void> {
  const client = await countShared(deps, { ...PER_CLIENT, of: clientOf(ip) })
  // A client above its limit must not use up the limit of the address.
  if (client.over > 0) return
  for (const limit of PER_EMAIL) {
    if ((await countShared(deps, { ...limit, of: foldAddress(email) })).over > 0) return
  }
  await deps.db.system((tx) =>
    enqueueAccountEmail(tx, {
      user: { id: null, email },
      language,
      content: { template: 'my_links', payload: { organizations: [], left_out: 0 } },
      is_erased_when_sent: true,
    }),
  )
}
