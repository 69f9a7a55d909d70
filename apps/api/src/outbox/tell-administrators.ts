import type { Language } from '@muster/contract/language'
import type { AdministratorNotices } from '@muster/contract/rules/administrator-notices'
import { addMs } from '@muster/contract/rules/instants'
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import type { Deps } from '../deps.ts'

/** Something that administrators are told of by e-mail, each as often as they have chosen (D39, D57). */
export type News = {
  what: 'cancellations' | 'sign-ups' | 'requests'
  /** Columns of `membership`: the setting, and the time up to which the e-mails have named everything. */
  setting: SQL
  told_at: SQL
  /**
   * Selects `organization_id`, the time `at`, and whether it `is_urgent`: then also those are told at once who have
   * chosen one e-mail a day (D57).
   */
  select: (until: string) => SQL
  /** Returns false if nothing is left to tell. */
  tell: (tx: Tx, to: ToTell, times: { until: string; now: string }) => Promise<boolean>
}

export type ToTell = {
  organization_id: string
  organization_name: string
  /** Earlier news was told already, is older than the membership, or is too old to be told. */
  since: string
  user: { id: string; email: string; language: Language }
}

/** Milliseconds before something is told: longer than a cancellation can be undone (D39). */
const NOTIFIED_AFTER_MS = 60_000

/** Maximum age of what an e-mail tells. Older news stays untold after an outage, or after a time without notices. */
const LONGEST_AGO = sql`interval '2 days'`

/**
 * Sends each administrator one e-mail with all that is new to them. Returns how many; throws if some could not be sent.
 */
export async function tellAdministrators(
  { db, log, now }: Pick<Deps, 'db' | 'log' | 'now'>,
  news: News,
  notices: Exclude<AdministratorNotices, 'none'>,
  stopping?: AbortSignal,
): Promise<number> {
  const until = addMs(now(), -NOTIFIED_AFTER_MS)
  let notified = 0
  let failed = 0
  for (const member of await db.system((tx) => listToTell(tx, news, { notices, until }))) {
    if (stopping?.aborted) break
    try {
      const isNotified = await db.system(async (tx) => {
        const claimed = await claimToTell(tx, news, member, until)
        return claimed !== undefined && (await news.tell(tx, claimed, { until, now: now() }))
      })
      if (isNotified) notified += 1
    } catch (error) {
      // The run goes on; this member is tried again in the next run.
      failed += 1
      log.error({ err: error, ...member }, `a member could not be told of ${news.what}`)
    }
  }
  if (failed > 0) throw new Error(`${failed} members could not be told of ${news.what}`)
  return notified
}

type Member = { organization_id: string; user_id: string }

/** Lists members who have something to be told of, up to `until`. */
async function listToTell(
  tx: Tx,
  { setting, told_at, select }: News,
  { notices, until }: { notices: 'each' | 'daily'; until: string },
): Promise<Member[]> {
  const { rows } = await tx.execute<Member>(sql`
    with news as materialized (
      select organization_id, max(at) as last_at, max(at) filter (where is_urgent) as last_urgent_at
      from (${select(until)}) each
      where at > ${until}::timestamptz - ${LONGEST_AGO} and at <= ${until}
      group by organization_id
    )
    select m.organization_id, m.user_id
    from news c join membership m on m.organization_id = c.organization_id
      join app_user a on a.id = m.user_id and a.disabled_at is null
      cross join lateral (select greatest(m.${told_at}, m.created_at) as last_at) told
    where m.role in ('owner', 'admin') and c.last_at > told.last_at and ${
      notices === 'each'
        ? sql`(m.${setting} = 'each' or (m.${setting} = 'daily' and c.last_urgent_at > told.last_at))`
        : // Once a day, although a nightly job that fails is repeated.
          sql`m.${setting} = 'daily' and (m.${told_at} is null or m.${told_at} < ${until}::timestamptz - interval '20 hours')`
    }
  `)
  return rows
}

/** Returns undefined if another worker tells them now, or has told them of everything up to `until`. */
async function claimToTell(
  tx: Tx,
  { told_at }: News,
  { organization_id, user_id }: Member,
  until: string,
): Promise<ToTell | undefined> {
  const { rows } = await tx.execute<Omit<ToTell, 'user'> & ToTell['user']>(sql`
    with due as materialized (
      select organization_id, user_id,
        greatest(${told_at}, created_at, ${until}::timestamptz - ${LONGEST_AGO}) as since
      from membership
      where organization_id = ${organization_id} and user_id = ${user_id}
        and greatest(${told_at}, created_at) < ${until}
      for update skip locked
    )
    update membership m set ${told_at} = ${until}
    from due join app_user u on u.id = due.user_id join organization o on o.id = due.organization_id
    where m.organization_id = due.organization_id and m.user_id = due.user_id
    returning m.organization_id, o.name as organization_name, due.since, u.id, u.email, u.language
  `)
  return rows.map(({ id, email, language, ...rest }) => ({ ...rest, user: { id, email, language } }))[0]
}
