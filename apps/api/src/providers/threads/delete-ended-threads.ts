import { and, asc, eq, gt } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { endedThread } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { Conversations } from './twilio-conversations.ts'

/** Maximum number of failures in one run: the provider may be down. */
const MOST_FAILURES = 5

/**
 * D33. Threads that cannot be deleted remain for the next run. Two workers may delete the same conversation: the second
 * finds none.
 */
export async function deleteEndedThreads(
  { db, log }: { db: Deps['db']; log: Pick<Deps['log'], 'warn'> },
  conversations: Pick<Conversations, 'remove'>,
  stopping?: AbortSignal,
): Promise<void> {
  const failures: unknown[] = []
  for (let after = ''; failures.length < MOST_FAILURES; ) {
    if (stopping?.aborted) break
    const next = await db.system((tx) => findNextEnded(tx, after))
    if (!next) break
    after = next.conversation_sid
    try {
      await conversations.remove(after)
      await db.system((tx) => deleteEnded(tx, next))
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length === 0) return
  log.warn(
    { err: failures.at(-1), failures: failures.length },
    'conversations of deleted threads could not be deleted',
  )
}

type EndedThread = typeof endedThread.$inferSelect

async function findNextEnded(tx: Tx, after: string): Promise<EndedThread | undefined> {
  const [found] = await tx
    .select()
    .from(endedThread)
    .where(gt(endedThread.conversation_sid, after))
    .orderBy(asc(endedThread.conversation_sid))
    .limit(1)
  return found
}

async function deleteEnded(tx: Tx, { organization_id, conversation_sid }: EndedThread): Promise<void> {
  await tx
    .delete(endedThread)
    .where(
      and(
        eq(endedThread.organization_id, organization_id),
        eq(endedThread.conversation_sid, conversation_sid),
      ),
    )
}
