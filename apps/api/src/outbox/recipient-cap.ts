import { foldAddress } from '@muster/contract/rules/fold'
import { sql } from 'drizzle-orm'
import type { Config } from '../config.ts'
import type { OrgTx } from '../db/client.ts'
import { isOrganization } from '../db/in-organization.ts'
import { IS_BY_MEMBER } from '../db/is-by-member.ts'
import { tooMany } from '../edge/refusal.ts'
import type { Channel } from '../providers/provider.ts'
import { secondsLeft } from './daily-cap.ts'

type To = { channel: Channel; address: string }
type Caps = { config: Pick<Config, 'limits'> }

/**
 * D65. Throws 429 `daily_cap_reached` if one of them has got, with the messages of this transaction, more of today than
 * one may get. Call it after `countTowardsCap`, whose lock makes calls at the same time count each other's messages.
 */
export async function refuseOftenWritten(
  tx: OrgTx,
  to: readonly To[],
  { config, now }: Caps & { now: string },
): Promise<void> {
  const received = await countReceived(tx, to)
  const caps = config.limits.messages_per_recipient
  if (to.some((one) => received(one) > caps[one.channel]))
    throw tooMany('daily_cap_reached', secondsLeft(now), 'cap_of_recipient')
}

/** Returns a function that says whether somebody may get no more today. `except`: a broadcast that is not counted. */
export async function loadOftenWritten(
  tx: OrgTx,
  to: readonly To[],
  { config, except }: Caps & { except?: string },
): Promise<(one: To) => boolean> {
  const received = await countReceived(tx, to, except)
  const caps = config.limits.messages_per_recipient
  return (one) => received(one) >= caps[one.channel]
}

/**
 * Returns a function that counts one more message to somebody, or returns false if they may get no more today. Calls at
 * the same time do not see each other's: `refuseOftenWritten` does.
 */
export async function loadAllowance(
  tx: OrgTx,
  to: readonly To[],
  { config }: Caps,
): Promise<(one: To) => boolean> {
  const received = await countReceived(tx, to)
  const added = new Map<string, number>()
  return (one) => {
    const [key, cap] = [keyOf(one), config.limits.messages_per_recipient[one.channel]]
    const more = added.get(key) ?? 0
    if (received(one) + more >= cap) return false
    added.set(key, more + 1)
    return true
  }
}

const keyOf = ({ channel, address }: To) => `${channel} ${foldAddress(address)}`

/** Counts none for a number that wrote to the organisation in the last 24 hours. */
async function countReceived(tx: OrgTx, to: readonly To[], except?: string): Promise<(one: To) => number> {
  const addresses = sql.param([...new Set(to.map(({ address }) => foldAddress(address)))])
  const { rows } = await tx.execute<To & { messages: number }>(sql`
    select m.channel, lower(m.address) as address, count(*)::int as messages
    from message m
    where ${isOrganization(sql`m.organization_id`, sql`${tx.org}::uuid`)} and lower(m.address) = any(${addresses}::text[]) and m.direction = 'OUTBOUND'
      and ${IS_BY_MEMBER} ${except ? sql`and m.broadcast_id is distinct from ${except}` : sql``}
      and m.created_at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'
      and not exists (
        select from message reply
        where reply.organization_id = ${tx.org} and reply.address = m.address and reply.channel = 'SMS'
          and m.channel = 'SMS' and reply.direction = 'INBOUND' and reply.created_at > now() - interval '24 hours'
      )
    group by 1, 2
  `)
  const messages = new Map(rows.map((row) => [keyOf(row), row.messages]))
  return (one) => messages.get(keyOf(one)) ?? 0
}
