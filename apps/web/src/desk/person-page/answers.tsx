import type { PersonPage } from '@muster/contract/people'
import { groupBy } from '@muster/contract/rules/group-by'
import { useQuery } from '@tanstack/react-query'
import { answersQuery } from '../people/api.ts'
import { useValueWords } from '../people/use-value-words.ts'
import { Card } from './card.tsx'
import { useText } from './texts.ts'

/** D51: what the person has answered, the latest event first. Not shown while there is nothing. */
export function Answers({ person: { id } }: { person: PersonPage }) {
  const t = useText()
  const inWords = useValueWords()
  const { data = [] } = useQuery(answersQuery(id))
  if (data.length === 0) return null
  return (
    <Card title={t('answers')}>
      <div className="grid gap-4">
        {[...groupBy(data, ({ event }) => event.id)].map(([event_id, answers]) => (
          <section key={event_id}>
            <h3 className="text-meta font-normal text-ink-3 wrap-anywhere">{answers[0]?.event.name}</h3>
            <dl className="mt-1 grid gap-2">
              {answers.map(({ question_id, label, value }) => (
                <div key={question_id} className="wrap-anywhere">
                  <dt className="text-compact text-ink-2">{label}</dt>
                  <dd className="font-semibold whitespace-pre-line">{inWords(value)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Card>
  )
}
