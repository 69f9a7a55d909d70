import type { BroadcastProgress } from '@muster/contract/broadcasts'
import { fullName } from '../../format/names.ts'
import { cardClass } from '../../ui/page/card.ts'
import { PersonLine } from './person-line.tsx'
import { reasonText } from './reason-text.ts'
import { useText } from './texts.ts'

export function BroadcastProblems({ progress }: { progress: BroadcastProgress }) {
  const t = useText()
  const { problems, problem_count } = progress
  const more = problem_count - problems.length
  return (
    <section className={cardClass({ className: 'mt-6' })} aria-label={t('progress.problems')}>
      <h2 className="text-lead/heading">{t('progress.problems')}</h2>
      <ul className="mt-2">
        {problems.map((problem, index) => (
          // Problems have no id, and the list is never reordered.
          <PersonLine key={index} name={problem.person ? fullName(problem.person) : t('progress.somebody')}>
            {t(problem.channel === 'EMAIL' ? 'channel.email' : 'channel.sms')} · {reasonOf(problem, t)}
          </PersonLine>
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
