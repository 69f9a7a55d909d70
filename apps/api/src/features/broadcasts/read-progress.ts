import type { BroadcastProgress } from '@muster/contract/broadcasts'
import type { Language } from '@muster/contract/language'
import { contractTexts } from '@muster/contract/texts'
import type { OrgId, OrgTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../edge/refusal.ts'
import { failureText } from '../../outbox/failure-text.ts'
import { getLanguageOfOrganization } from '../../outbox/recipients.ts'
import { listCallNames } from '../session/account-queries.ts'
import { textIn } from './broadcast-text.ts'
import {
  countStatuses,
  findBroadcast,
  listAnswers,
  listNames,
  listResent,
  listUnsent,
  NO_MESSAGES,
  type StatusCounts,
} from './queries.ts'

const MAX_PROBLEMS = 200

/** Throws 404 `broadcast_not_found`. */
export async function readProgress(
  { db }: Pick<Deps, 'db'>,
  org: OrgId,
  { id, language }: { id: string; language: Language },
): Promise<BroadcastProgress> {
  const { broadcast, of_organization, ...read } = await db.transaction(org, async (tx) => {
    const found = await findBroadcast(tx, id)
    if (!found) throw notFound('broadcast_not_found')
    const counted = (await countStatuses(tx, [id])).get(id) ?? NO_MESSAGES
    const { problem_count, problems } = await listProblems(tx, found, counted, language)
    return {
      broadcast: found,
      of_organization: await getLanguageOfOrganization(tx),
      counted,
      problem_count,
      problems,
      answers: countAnswers(
        await listAnswers(
          tx,
          found.invitations.map(({ assignment_id }) => assignment_id),
        ),
      ),
    }
  })
  const { counted, problem_count, problems, answers } = read
  const names = await db.system((tx) => listCallNames(tx, [broadcast.created_by]))
  const context = { counted, names, language, of_organization }
  return { ...progressFields(broadcast, context), problem_count, problems, answers }
}

async function listProblems(
  tx: OrgTx,
  { id, unreachable }: Pick<BroadcastRow, 'id' | 'unreachable'>,
  { counts }: StatusCounts,
  language: Language,
) {
  const unsent = await listUnsent(tx, id, MAX_PROBLEMS)
  const found = [
    ...unsent.map(({ person_id, channel, status, failure_reason }) => ({
      person_id,
      channel,
      kind: status === 'FAILED' ? ('failed' as const) : ('unknown' as const),
      detail: failureText(failure_reason, language),
    })),
    ...unreachable.map(({ reason, ...rest }) => ({ ...rest, kind: reason, detail: null })),
  ].slice(0, MAX_PROBLEMS)
  const names = await listNames(
    tx,
    found.flatMap(({ person_id }) => person_id ?? []),
  )
  const resent = new Map(
    (await listResent(tx, id)).map((each) => [`${each.person_id} ${each.channel}`, each.broadcast_id]),
  )
  return {
    problem_count: unreachable.length + counts.FAILED + counts.UNKNOWN,
    problems: found.map(({ person_id, ...problem }) => ({
      person: (person_id && names.get(person_id)) || null,
      ...problem,
      resent_by: resent.get(`${person_id} ${problem.channel}`) ?? null,
    })),
  }
}

/** D68: of invitations that were open when the broadcast was sent. */
function countAnswers(found: Awaited<ReturnType<typeof listAnswers>>): BroadcastProgress['answers'] {
  const open = found.filter(({ status }) => status === 'INVITED')
  return {
    confirmed: found.filter(({ status }) => status === 'CONFIRMED').length,
    declined: found.filter(({ status }) => status === 'DECLINED').length,
    open: open.length,
    open_person_ids: [...new Set(open.map(({ person_id }) => person_id))],
  }
}

type BroadcastRow = NonNullable<Awaited<ReturnType<typeof findBroadcast>>>

type Context = {
  counted: StatusCounts
  names: Awaited<ReturnType<typeof listCallNames>>
  /** Of the answer. */
  language: Language
  of_organization: Language
}

export function progressFields(
  row: Omit<BroadcastRow, 'invitations' | 'unreachable'>,
  { counted: { counts, channels, retrying }, names, language, of_organization }: Context,
) {
  const { id, event_id, message_type, created_at, people_count, total_count, undone_count, form } = row
  const { state, send_at, refusal, sent_count, waits_ms, created_by } = row
  const sendable = sent_count - undone_count
  return {
    id,
    event_id,
    message_type,
    state,
    send_at,
    refusal: refusal && contractTexts[language](`errors.${refusal}`, { name: '' }),
    created_at,
    created_by: names.get(created_by)?.email ?? null,
    created_by_name: names.get(created_by)?.name ?? null,
    text: form && textIn(form.language ?? of_organization, form),
    form,
    people_count,
    total_count,
    sendable,
    settled: counts.SENT + counts.DELIVERED + counts.FAILED + counts.UNKNOWN,
    counts,
    channels,
    retrying,
    waits_ms: sendable === 0 ? 0 : waits_ms,
    undone_count,
  }
}
