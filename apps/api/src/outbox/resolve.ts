import { sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import type { Mail, Provider, Providers, Sms } from '../providers/provider.ts'
import { textOf } from './deliver.ts'
import { learn } from './record-outcome.ts'
import { findLatestHeard, isTaken, listLost, listUnheard, type Unheard } from './unresolved.ts'

/**
 * D27: what nobody heard of is never blindly sent again. The provider's own record decides: it has it, or it surely
 * does not; while neither is known, and for ever where a provider cannot be asked, the message stays UNKNOWN.
 */
export async function resolveUnheard(deps: Deps, { mail, sms }: Providers): Promise<void> {
  const lost = await deps.db.system(async (tx) => learn(tx, await listLost(tx)))
  if (lost.length > 0) deps.log.error({ lost: lost.length }, 'a worker died with messages in hand')

  for (const provider of [mail, sms]) if (provider) await askRecord(deps, provider)
}

async function askRecord(deps: Deps, { name, record }: Provider<Mail> | Provider<Sms>): Promise<void> {
  if (record.kind === 'none') return
  const { after_ms } = record
  const unheard = await deps.db.system((tx) => listUnheard(tx, { provider: name, after_ms }))
  if (unheard.length === 0) return
  if (record.kind === 'events') return deps.db.system((tx) => believeSilence(tx, name, unheard))

  for (const row of unheard) {
    try {
      const found = await record.find({
        organization_id: row.organization_id,
        id: row.id,
        to: row.address,
        text: row.channel === 'SMS' ? textOf(deps, row) : '',
        asked_at: row.asked_at,
      })
      await deps.db.system((tx) => believeRecord(tx, row, found))
    } catch (error) {
      // Asked again at the next round.
      deps.log.warn({ err: error, message_id: row.id }, 'the provider could not be asked about a message')
    }
  }
}

/** Silence proves something only where the provider has meanwhile told of what it was given later. */
async function believeSilence(tx: Tx, provider: string, unheard: readonly Unheard[]): Promise<void> {
  const latest = await findLatestHeard(tx, provider)
  if (!latest) return
  const absent = unheard.filter(({ asked_at }) => asked_at < latest)
  await learn(
    tx,
    absent.map((row) => ({ ...keyOf(row), event: 'absent' as const })),
  )
}

/** Two messages with the same words to the same number: each of the provider's is one of ours only. */
async function believeRecord(tx: Tx, row: Unheard, found: readonly string[]): Promise<void> {
  // Other workers ask too.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('muster resolve'))`)
  for (const provider_message_id of found) {
    if (await isTaken(tx, provider_message_id)) continue
    await learn(tx, [{ ...keyOf(row), event: 'accepted', provider_message_id }])
    return
  }
  await learn(tx, [{ ...keyOf(row), event: 'absent' }])
}

const keyOf = ({ organization_id, id, fence }: Unheard) => ({ organization_id, id, fence })
