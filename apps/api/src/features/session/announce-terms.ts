import { type AnnouncedTerms, announcedTerms } from '@muster/contract/terms'
import type { Deps } from '../../deps.ts'
import { enqueueAccountEmail } from '../../outbox/enqueue.ts'
import { claimForTerms } from './account-queries.ts'

const ACCOUNTS_AT_ONCE = 500

export async function announceTerms(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  announced: AnnouncedTerms | null = announcedTerms,
): Promise<number> {
  if (!announced || announced.date <= now()) return 0
  const { version, date, summary } = announced
  for (let notified = 0; ; ) {
    const accounts = await db.system(async (tx) => {
      const claimed = await claimForTerms(tx, { version, limit: ACCOUNTS_AT_ONCE })
      for (const user of claimed) {
        const payload = { version, date, summary: summary[user.language] }
        await enqueueAccountEmail(tx, {
          user,
          language: user.language,
          content: { template: 'terms_change', payload },
        })
      }
      return claimed.length
    })
    if (accounts === 0) return notified
    notified += accounts
  }
}
