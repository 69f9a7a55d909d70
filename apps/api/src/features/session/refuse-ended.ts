import type { Tx } from '../../db/client.ts'
import { unauthorized } from '../../edge/refusal.ts'
import { findSessionState } from './queries.ts'

/** D64: the session may have ended while a call waited for a lock, when its owner disowned what was done in it. */
export async function refuseEnded(tx: Tx, session_id: string): Promise<void> {
  if (!(await findSessionState(tx, session_id))) throw unauthorized('session_invalid')
}
