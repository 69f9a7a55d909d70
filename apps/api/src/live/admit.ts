import { live } from '@muster/contract/live'
import { z } from 'zod'
import type { Gate } from '../http/access.ts'
import { JoinRefused, type Membership, type Viewer } from './channels.ts'

const joinPayload = z.object({ token: z.string().max(4_096) })
/** Sent after the session was renewed, so that the next check knows the new token. */
const renewal = z.object({ access_token: z.string().max(4_096) })

export type Admission = { gate: Gate; recheck_ms?: number | undefined }

export type Admitted = {
  organization_id: string
  /** The membership of somebody who is asked again every so often whether they still may. */
  recheck(viewer: Viewer, leave: () => void): Membership
}

type Asked = {
  /** Undefined: there is no such topic. */
  organization_id: string | undefined
  /** What the join of a topic is answered that is another organisation's, or nobody's: which of them is not said. */
  stranger: 'organization_forbidden' | 'not_found'
  payload: unknown
}

/** Lets a member of the organisation join one of its topics (D1). Throws `JoinRefused` to everybody else. */
export async function admit(
  { gate, recheck_ms = live.health_check_ms }: Admission,
  { organization_id, stranger, payload }: Asked,
): Promise<Admitted> {
  let token = joinPayload.safeParse(payload).data?.token
  if (token === undefined) throw new JoinRefused('session_required')
  const findRefusal = async (of_token: string): Promise<string | undefined> => {
    const identity = await gate.identify(of_token)
    if (!identity) return 'session_invalid'
    const isTheirs = organization_id !== undefined && (await gate.isMember(identity.user_id, organization_id))
    return isTheirs ? undefined : stranger
  }
  const refusal = await findRefusal(token)
  if (refusal || organization_id === undefined) throw new JoinRefused(refusal ?? stranger)

  return {
    organization_id,
    recheck(viewer, leave) {
      // A database that is away ends nobody's session: the next look decides.
      const checking = setInterval(() => {
        findRefusal(token ?? '').then(
          (reason) => reason && viewer.end('phx_error', reason),
          () => undefined,
        )
      }, recheck_ms)
      return {
        receive(event, body) {
          if (event !== 'access_token') return false
          token = renewal.safeParse(body).data?.access_token ?? token
          return true
        },
        leave() {
          clearInterval(checking)
          leave()
        },
      }
    },
  }
}
