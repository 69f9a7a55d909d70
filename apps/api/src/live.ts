import type { Deps } from './deps.ts'
import { openBroadcastTopic } from './features/broadcasts/live.ts'
import { openEventTopic } from './features/events/live.ts'
import { openPersonTopic } from './features/messages/live.ts'
import { openOrganizationTopic } from './features/organizations/live.ts'
import { openSignUpTopic } from './features/signup/live.ts'
import { Admission, type LiveGate } from './live/admission.ts'
import { Presence } from './live/presence.ts'
import { DIRECT, openTopics, type Topics } from './live/topics.ts'
import { openDirectTopic } from './protocols/supabase/direct/live.ts'

/** Milliseconds. The defaults are in the contract. */
export type LiveTimings = { reread_ms?: number; presence_gone_ms?: number; session_recheck_ms?: number }

export function openLiveTopics(
  deps: Deps,
  gate: LiveGate,
  { reread_ms, presence_gone_ms, session_recheck_ms }: LiveTimings = {},
): Topics {
  const presence = new Presence({ bus: deps.bus, gone_ms: presence_gone_ms })
  const admission = new Admission({ gate, bus: deps.bus, recheck_ms: session_recheck_ms })
  const topics = openTopics(deps.bus, {
    event: openEventTopic(deps, { presence, reread_ms }),
    shift_signup: openSignUpTopic(deps, { presence }),
    org: openOrganizationTopic({ admission }),
    broadcast: openBroadcastTopic(deps, { admission }),
    person: openPersonTopic(deps, { admission }),
    [DIRECT]: openDirectTopic(deps, { admission, presence, reread_ms }),
  })
  return {
    ...topics,
    close() {
      topics.close()
      admission.close()
    },
  }
}
