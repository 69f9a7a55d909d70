import type { PersonPage as Page } from '@muster/contract/people'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { ApiError, errorText } from '../../api/api-error.ts'
import { useMay } from '../../api/rights.ts'
import { browserTimeZone, useDateFormat } from '../../format/dates.ts'
import { fullName } from '../../format/names.ts'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { announce } from '../../ui/feedback/live-region.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { Avatar } from '../../ui/page/avatar.tsx'
import { backLinkClass } from '../../ui/page/back-link.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { PageTitle } from '../../ui/page/page-title.tsx'
import { eventsQuery } from '../events/api.ts'
import { MessageSheet } from '../messages/message-sheet.tsx'
import { personQuery } from '../people/api.ts'
import { DeletePersonDialog } from '../people/delete-person-dialog.tsx'
import { MessageIcon } from '../people/people-icons.tsx'
import { PersonSheet } from '../people/person-sheet.tsx'
import { Contact } from './contact.tsx'
import { DataCard } from './data-card.tsx'
import { Figures } from './figures.tsx'
import { Messages } from './messages.tsx'
import { Notes } from './notes.tsx'
import { PersonShifts } from './person-shifts.tsx'
import { PersonTags } from './person-tags.tsx'
import { useText } from './texts.ts'

const AskDialog = lazy(() => import('../people/ask/ask-dialog.tsx'))

/** Everything about one person, for those who may read it (D69). */
export default function PersonPage() {
  const t = useText()
  const { personId = '' } = useParams()
  const { data: person, error, refetch } = useQuery(personQuery(personId))
  const isGone = error instanceof ApiError && error.status === 404
  return (
    <>
      <Link to={paths.people} className={backLinkClass()}>
        <Icon name="left" size="medium" />
        {t('back')}
      </Link>
      {person && !isGone ? (
        <Person key={person.id} person={person} />
      ) : (
        <>
          <PageTitle title={t('back')} className="sr-only" />
          {!error && <SkeletonRows rows={8} />}
          {error && (
            <ErrorPanel text={isGone ? t('gone') : errorText(error, t('fetch_failed'))}>
              {isGone ? (
                <Link className={buttonClass()} to={paths.people}>
                  {t('to_people')}
                </Link>
              ) : (
                <RetryButton onRetry={() => void refetch()} />
              )}
            </ErrorPanel>
          )}
        </>
      )}
    </>
  )
}

type Doing = 'edit' | 'write' | 'ask' | 'erase'

const headId = 'person-head'

function Person({ person }: { person: Page }) {
  const t = useText()
  const navigate = useNavigate()
  const mayPlan = useMay('plan')
  const maySend = useMay('send')
  const format = useDateFormat(browserTimeZone())
  const focusNext = useFocusNext()
  const { data: events = [] } = useQuery(eventsQuery())
  const [doing, setDoing] = useState<{ what: Doing; from: string }>()
  const open = (what: Doing, from: string) => () => setDoing({ what, from })
  const close = () => {
    setDoing(undefined)
    if (doing) focusNext(doing.from)
  }
  const name = fullName(person)
  const event = events.find(({ archived }) => !archived) ?? events[0]

  return (
    <>
      <header className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-4">
        <Avatar name={name} size="large" />
        <div className="min-w-0 flex-1 basis-52 wrap-anywhere">
          <PageTitle title={name}>{name}</PageTitle>
          <p className="text-compact text-ink-2">
            {[person.child_team, t('since', { date: format.date(person.created_at) })]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <div className="flex gap-3 max-tablet:w-full max-tablet:flex-wrap max-tablet:*:flex-auto print:hidden">
          {person.phone && (
            <a
              href={`tel:${person.phone}`}
              className={buttonClass({ kind: 'line', className: 'desktop:hidden' })}
            >
              <Icon name="phone" size="small" />
              {t('call_short')}
            </a>
          )}
          {maySend && event && (
            <Button id={`${headId}-ask`} kind="line" onClick={open('ask', `${headId}-ask`)}>
              <Icon name="send" size="small" />
              {t('ask')}
            </Button>
          )}
          {maySend && (
            <Button id={`${headId}-write`} onClick={open('write', `${headId}-write`)}>
              <MessageIcon small />
              {t('message')}
            </Button>
          )}
        </div>
      </header>
      <div className="grid items-start gap-4 desktop:grid-cols-[328px_minmax(0,1fr)] desktop:gap-x-8">
        <div className="contents desktop:grid desktop:gap-4">
          <Contact
            person={person}
            onEdit={mayPlan ? (from) => setDoing({ what: 'edit', from }) : undefined}
            onWrite={maySend ? (from) => setDoing({ what: 'write', from }) : undefined}
          />
          <PersonTags person={person} mayPlan={mayPlan} />
          <Notes person={person} />
          <DataCard
            person={person}
            onErase={mayPlan ? (from) => setDoing({ what: 'erase', from }) : undefined}
          />
        </div>
        <div className="grid min-w-0 gap-4 max-desktop:-order-1">
          <Figures person={person} />
          <PersonShifts person={person} events={events} />
          <Messages person={person} onAll={(from) => setDoing({ what: 'write', from })} />
        </div>
      </div>
      {doing?.what === 'edit' && (
        <PersonSheet
          person={person}
          onClose={close}
          onSaved={(saved) => {
            announce(fullName(saved))
            close()
          }}
        />
      )}
      {doing?.what === 'write' && <MessageSheet person={person} onClose={close} />}
      {doing?.what === 'erase' && (
        <DeletePersonDialog
          person={person}
          onClose={close}
          onDeleted={() => void navigate(paths.people, { replace: true })}
        />
      )}
      <Suspense fallback={null}>
        {doing?.what === 'ask' && event && (
          <AskDialog people={[person]} event={event} events={events} onAsked={close} onClose={close} />
        )}
      </Suspense>
    </>
  )
}
