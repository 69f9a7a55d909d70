import type { BroadcastProgress } from '@muster/contract/broadcasts'
import { fullName } from '../../format/names.ts'
import { reasonText } from './reason-text.ts'
import { useText } from './texts.ts'

/** Who did not get it, and why. */
export function BroadcastProblems({ progress }: { progress: BroadcastProgress }) {
  const t = useText()
  const { problems, problem_count } = progress
  const more = problem_count - problems.length
  return (
    <section className="card mt-6" aria-label={t('progress.problems')}>
      <h2>{t('progress.problems')}</h2>
      <ul className="recipients mt-2">
        {problems.map((problem, index) => (
          // A problem has no id, and the list does not move: its place is its key.
          <li key={index}>
            <span>{problem.person ? fullName(problem.person) : t('progress.somebody')}</span>
            <span className="text-meta text-ink-2">
              {t(problem.channel === 'EMAIL' ? 'channel.email' : 'channel.sms')} · {reasonOf(problem, t)}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-2 text-ink-2">{t('progress.more', { count: more })}</p>}
    </section>
  )
}

function reasonOf(
  { channel, kind, detail }: BroadcastProgress['problems'][number],
  t: ReturnType<typeof useText>,
): string {
  if (kind === 'failed') return detail ?? t('progress.failed_reason')
  if (kind === 'unknown') return t('progress.unknown_reason')
  return reasonText({ channel, reason: kind }, t)
}
