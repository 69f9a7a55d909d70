import type { Deps } from './deps.ts'
import { createBroadcastTopic } from './features/broadcasts/live.ts'
import { createEventTopic } from './features/events/live.ts'
import { createPersonTopic } from './features/messages/live.ts'
import { createOrganizationTopic } from './features/organizations/live.ts'
import { createSignUpTopic } from './features/signup/live.ts'
import { Admission, type LiveGate } from './live/admission.ts'
import { Presence } from './live/presence.ts'
import { createTopics, DIRECT, type Topics } from './live/topics.ts'
import { createDirectTopic } from './protocols/supabase/direct/live.ts'

/** Milliseconds. The defaults are in the contract. */
export type LiveTimings = { reread_ms?: number; presence_gone_ms?: number; session_recheck_ms?: number }

export function createLiveTopics(
  deps: Deps,
  gate: LiveGate,
  { reread_ms, presence_gone_ms, session_recheck_ms }: LiveTimings = {},
): Topics {
  const presence = new Presence({ bus: deps.bus, gone_ms: presence_gone_ms })
  const admission = new Admission({ gate, bus: deps.bus, recheck_ms: session_recheck_ms })
  const topics = createTopics(deps.bus, {
    event: createEventTopic(deps, { presence, reread_ms }),
    shift_signup: createSignUpTopic(deps, { presence }),
    org: createOrganizationTopic({ admission }),
    broadcast: createBroadcastTopic(deps, { admission }),
    person: createPersonTopic(deps, { admission }),
    [DIRECT]: createDirectTopic(deps, { admission, presence, reread_ms }),
  })
  return {
    ...topics,
    close() {
      topics.close()
      admission.close()
    },
  }
}
