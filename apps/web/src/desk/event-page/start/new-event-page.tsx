import type { Event } from '@muster/contract/events'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '../../../paths.ts'
import { announce } from '../../../ui/feedback/live-region.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { useFocusNext } from '../../../ui/hooks/use-focus-next.ts'
import { useDiscardQuestion } from '../../../ui/overlays/use-discard-question.tsx'
import { lazyPart } from '../../../ui/page/lazy-part.tsx'
import { PageTitle } from '../../../ui/page/page-title.tsx'
import { useActText } from '../../events/acts/texts.ts'
import { eventsQuery } from '../../events/api.ts'
import NewEvent from '../../events/new-event.tsx'
import { listChoices } from '../../events/order.ts'
import { useText as useEventText } from '../../events/texts.ts'
import { useText } from './texts.ts'

const DuplicateDialog = lazyPart(() => import('../../events/acts/duplicate-dialog.tsx'))

/** The most events that are offered to start from. */
const MOST = 5

export default function NewEventPage() {
  const t = useText()
  const words = useEventText()
  const navigate = useNavigate()
  const { markUnsaved, leave, question } = useDiscardQuestion()
  const open = (event: Event, text: string) => {
    announce(text)
    void navigate(paths.event(event.id))
  }
  return (
    <div className="desktop:-mt-6">
      <div className="mb-3 flex min-h-11 items-center text-lead/heading tracking-heading desktop:text-h2">
        <Link to={paths.events} className="flex-none font-normal text-ink-3 no-underline hover:underline">
          {words('title')}
        </Link>
        <span aria-hidden="true" className="mx-2.5 text-line-strong">
          /
        </span>
        <PageTitle
          title={t('new.title')}
          className="truncate text-[length:inherit]! leading-normal! font-bold!"
        />
      </div>
      <NewEvent
        onUnsaved={markUnsaved}
        onCancel={() => leave(() => void navigate(paths.events))}
        onAdded={(event) => open(event, words('added', { name: event.name }))}
      >
        <OwnEvents onCopied={(copy) => void navigate(paths.event(copy.id))} />
      </NewEvent>
      {question}
    </div>
  )
}

/** Own events, whose copy is a beginning too (D47). */
function OwnEvents({ onCopied }: { onCopied: (copy: Event) => void }) {
  const t = useText()
  const acts = useActText()
  const focusNext = useFocusNext()
  const { data: events = [] } = useQuery(eventsQuery())
  const [chosen, setChosen] = useState<Event>()
  const offered = listChoices(events).slice(0, MOST)
  if (offered.length === 0) return null
  return (
    <section aria-labelledby="start-from">
      <h2 id="start-from" className="mb-2 text-base! font-semibold!">
        {t('from.title')}
      </h2>
      <ul className="grid gap-2">
        {offered.map((event) => (
          <li key={event.id}>
            <button
              type="button"
              id={startId(event)}
              aria-haspopup="dialog"
              className="block w-full rounded-control border border-line-strong bg-surface px-3 py-2 text-left leading-snug hover:bg-sunken"
              onClick={() => setChosen(event)}
            >
              <b className="block truncate font-semibold">{event.name}</b>
              <span className="text-meta text-ink-2">
                {t('from.copy', {
                  count: event.roles.reduce((sum, { shift_count }) => sum + shift_count, 0),
                })}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {chosen && (
        <Suspense fallback={null}>
          <DuplicateDialog
            event={chosen}
            onClose={() => {
              setChosen(undefined)
              focusNext(startId(chosen))
            }}
            onCopied={(copy) => {
              showToast(acts('copied_now', { name: copy.name }))
              onCopied(copy)
            }}
          />
        </Suspense>
      )}
    </section>
  )
}

const startId = ({ id }: Event) => `start-from-${id}`
