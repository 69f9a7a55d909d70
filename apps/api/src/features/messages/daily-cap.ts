import { sql } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import type { OrgTx } from '../../db/client.ts'
import { oneRow } from '../../db/one-row.ts'
import { dailyCap } from '../../db/schema.ts'
import { tooMany } from '../../http/refusal.ts'
import type { Channel } from './mail.ts'

type Counted = { channels: readonly Channel[]; config: Pick<Config, 'limits'>; now: string }

/**
 * Counts what an administrator sends against the organisation's day (UTC). Throws 429 `daily_cap_reached` when the cap
 * is passed, and the rollback takes the count back. Without a cap nothing is counted.
 */
export async function countTowardsCap(tx: OrgTx, { channels, config, now }: Counted): Promise<void> {
  for (const [channel, cap] of Object.entries(config.limits.messages_per_day)) {
    const amount = channels.filter((each) => each === channel).length
    if (cap === undefined || amount === 0) continue
    const { accepted } = oneRow(
      await tx
        .insert(dailyCap)
        .values({ organization_id: tx.org, channel, day: now.slice(0, 10), accepted: amount })
        .onConflictDoUpdate({
          target: [dailyCap.organization_id, dailyCap.channel, dailyCap.day],
          set: { accepted: sql`${dailyCap.accepted} + ${amount}` },
        })
        .returning({ accepted: dailyCap.accepted }),
    )
    if (accepted > cap) throw tooMany('daily_cap_reached', secondsLeft(now))
  }
}

const DAY_MS = 24 * 3_600_000

function secondsLeft(now: string): number {
  return Math.ceil((DAY_MS - (Date.parse(now) % DAY_MS)) / 1_000)
}
