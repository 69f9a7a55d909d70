import type { PersonPage } from '@muster/contract/people'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { logQuery } from '../log/api.ts'
import { useSentence } from '../log/use-sentence.ts'
import { MessageTime } from '../messages/message-time.tsx'
import { Card } from './card.tsx'
import { useText } from './texts.ts'

const FIRST = 5

/** What was done to them (A1), for owners. */
export function Log({ person }: { person: PersonPage }) {
  const t = useText()
  const { sentenceOf } = useSentence()
  const focusNext = useFocusNext()
  const [isWhole, setIsWhole] = useState(false)
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    logQuery({ person_id: person.id }),
  )
  const entries = data?.pages.flatMap(({ items }) => items) ?? []
  const shown = isWhole ? entries : entries.slice(0, FIRST)
  const hasMore = hasNextPage || shown.length < entries.length
  const showMore = async () => {
    const read = isWhole ? (await fetchNextPage()).data : data
    setIsWhole(true)
    // The button that had the focus may be gone.
    const next = read?.pages.flatMap(({ items }) => items)[shown.length]
    if (next) focusNext(next.id)
  }
  return (
    <Card title={t('log')}>
      {error && <p className="text-ink-2">{errorText(error, t('log_failed'))}</p>}
      {data && entries.length === 0 && <p className="text-compact text-ink-3">{t('no_log')}</p>}
      <ol className="divide-y divide-line">
        {shown.map((entry) => (
          <li
            key={entry.id}
            id={entry.id}
            tabIndex={-1}
            className="grid gap-x-3 py-2.5 text-compact tablet:grid-cols-[120px_minmax(0,1fr)]"
          >
            <span className="text-ink-2">
              <MessageTime iso={entry.at} />
            </span>
            <span className="wrap-anywhere">{sentenceOf(entry)}</span>
          </li>
        ))}
      </ol>
      {hasMore && (
        <Button
          kind="quiet"
          className="-ml-3 text-compact"
          busy={isFetchingNextPage && t('log_loading')}
          onClick={() => void showMore()}
        >
          {t('log_earlier')}
        </Button>
      )}
    </Card>
  )
}
