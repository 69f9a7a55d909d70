import type { BroadcastProgress } from '@muster/contract/broadcasts'
import type { Event } from '@muster/contract/events'
import { topics } from '@muster/contract/live'
import { MAX_NAMED } from '@muster/contract/rules/broadcast-audience'
import { useQueryClient } from '@tanstack/react-query'
import { useMemberTopic } from '../../live/use-member-topic.ts'
import { useThrottled } from '../../live/use-throttled.ts'
import { Button } from '../../ui/controls/button.tsx'
import { cardClass } from '../../ui/page/card.ts'
import { type BroadcastForm, progressQuery } from './api.ts'
import { Figure } from './delivered.tsx'
import { useText } from './texts.ts'

const PAUSE_MS = 1_000

type AnswersProps = {
  event: Event
  progress: BroadcastProgress
  onAskAgain: (form: BroadcastForm) => void
}

/** Answers to the invitations that its links opened, live. */
export function AnswersSince({ event, progress, onAskAgain }: AnswersProps) {
  const t = useText()
  const client = useQueryClient()
  const { answers, form } = progress
  const { confirmed, declined, open } = answers
  const hasAnswers = confirmed + declined + open > 0
  const readAgain = useThrottled(() => void client.invalidateQueries(progressQuery(progress.id)), PAUSE_MS)
  useMemberTopic(hasAnswers ? topics.event(event.id) : undefined, readAgain)
  if (!hasAnswers) return null
  const person_ids = answers.open_person_ids.slice(0, MAX_NAMED)
  return (
    <section className={cardClass()} aria-label={t('answers.title')}>
      <h3 className="text-base/heading">{t('answers.title')}</h3>
      <dl className="figures-of-result">
        <Figure name={t('answers.yes')} value={confirmed} />
        <Figure name={t('answers.no')} value={declined} />
        <Figure name={t('answers.open')} value={open} />
      </dl>
      {person_ids.length > 0 && form && (
        <Button
          kind="line"
          className="mt-4"
          onClick={() =>
            onAskAgain({
              ...form,
              messageType: 'reminder',
              includeLink: true,
              statuses: ['INVITED'],
              person_ids,
            })
          }
        >
          {t('answers.again', { count: person_ids.length })}
        </Button>
      )}
    </section>
  )
}
