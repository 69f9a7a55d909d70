import type { PersonPage as Page } from '@muster/contract/people'
import { chooseDefaultEvent } from '@muster/contract/rules/default-event'
import { formatPhone } from '@muster/contract/rules/phone'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { ApiError, errorText } from '../../api/api-error.ts'
import { useMay } from '../../api/rights.ts'
import { browserTimeZone, useDateFormat } from '../../format/dates.ts'
import { fullName } from '../../format/names.ts'
import { useNow } from '../../live/use-now.ts'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { announce } from '../../ui/feedback/live-region.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { useIsWide } from '../../ui/hooks/use-is-wide.ts'
import { Avatar } from '../../ui/page/avatar.tsx'
import { backLinkClass } from '../../ui/page/back-link.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { PageTitle } from '../../ui/page/page-title.tsx'
import { MessageIcon } from '../../ui/page/people-icons.tsx'
import { eventsQuery } from '../events/api.ts'
import { MessageSheet } from '../messages/message-sheet.tsx'
import { personQuery } from '../people/api.ts'
import { DeletePersonDialog } from '../people/delete-person-dialog.tsx'
import { PersonSheet } from '../people/person-sheet.tsx'
import { Answers } from './answers.tsx'
import { Contact } from './contact.tsx'
import { DataCard } from './data-card.tsx'
import { Figures } from './figures.tsx'
import { Log } from './log.tsx'
import { Messages } from './messages.tsx'
import { Notes } from './notes.tsx'
import { Coming, Done } from './person-shifts.tsx'
import { PersonTags } from './person-tags.tsx'
import { useText } from './texts.ts'

const AskDialog = lazy(() => import('../people/ask/ask-dialog.tsx'))
const AddDialog = lazy(() => import('./add-dialog.tsx'))
const MergeDialog = lazy(() => import('./merge-dialog.tsx'))

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

type Doing = 'edit' | 'write' | 'ask' | 'add' | 'merge' | 'erase'

const headId = 'person-head'

function Person({ person }: { person: Page }) {
  const navigate = useNavigate()
  const mayPlan = useMay('plan')
  const maySend = useMay('send')
  const mayManage = useMay('manage')
  const isWide = useIsWide()
  const focusNext = useFocusNext()
  const { data: events = [] } = useQuery(eventsQuery())
  const [doing, setDoing] = useState<{ what: Doing; from: string }>()
  const open = (what: Doing) => (from: string) => setDoing({ what, from })
  const [search, setSearch] = useSearchParams()
  // Opened from beside a name whose mail did not arrive.
  const isCorrecting = mayPlan && search.get('edit') === 'email'
  const close = () => {
    setDoing(undefined)
    if (isCorrecting) setSearch({}, { replace: true })
    if (doing) focusNext(doing.from)
  }
  const event = chooseDefaultEvent(events, null, useNow())

  const contact = (
    <Contact
      {...{ person, events, mayPlan }}
      onEdit={mayPlan ? open('edit') : undefined}
      onWrite={maySend ? open('write') : undefined}
    />
  )
  const tags = <PersonTags person={person} />
  const notes = <Notes person={person} />
  const answers = <Answers person={person} />
  const data = (
    <DataCard
      person={person}
      onMerge={mayPlan ? open('merge') : undefined}
      onErase={mayPlan ? open('erase') : undefined}
    />
  )
  const figures = <Figures person={person} />
  const coming = (
    <Coming {...{ person, events }} onAdd={mayPlan && maySend && event ? open('add') : undefined} />
  )
  const past = (
    <>
      <Done {...{ person, events }} />
      <Messages person={person} onAll={open('write')} />
      {mayManage && <Log person={person} />}
    </>
  )
  return (
    <>
      <Head person={person} isWide={isWide}>
        {maySend && (
          <Acts person={person} isWide={isWide} onAsk={event && open('ask')} onWrite={open('write')} />
        )}
      </Head>
      {isWide ? (
        <div className="grid grid-cols-[328px_minmax(0,1fr)] items-start gap-x-8">
          <div className="grid gap-4">
            {contact}
            {tags}
            {notes}
            {answers}
            {data}
          </div>
          <div className="grid min-w-0 gap-4">
            {figures}
            {coming}
            {past}
          </div>
        </div>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {figures}
          {coming}
          {tags}
          {contact}
          {notes}
          {answers}
          {past}
          {data}
        </div>
      )}
      {(doing?.what === 'edit' || isCorrecting) && (
        <PersonSheet
          person={person}
          {...(isCorrecting && { startsAt: 'email' })}
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
        {doing?.what === 'add' && event && <AddDialog {...{ person, event, events }} onClose={close} />}
        {doing?.what === 'merge' && <MergeDialog person={person} onClose={close} />}
      </Suspense>
    </>
  )
}

function Head({ person, isWide, children }: { person: Page; isWide: boolean; children: ReactNode }) {
  const t = useText()
  const format = useDateFormat(browserTimeZone())
  const name = fullName(person)
  const { child_team, phone, created_at } = person
  const since = t('since', { date: format.date(created_at) })
  const facts = [child_team, isWide || !phone ? since : formatPhone(phone)]
  return (
    <header className="mb-4 flex flex-wrap items-center gap-4 desktop:mb-6">
      <Avatar name={name} size="page" />
      <div className="min-w-0 flex-1 basis-52 wrap-anywhere">
        <PageTitle title={name}>{name}</PageTitle>
        <p className="text-compact text-ink-2">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      {children}
    </header>
  )
}

/** On phones and tablets in one line, each below its sign, the call first. */
function Acts({
  person: { phone },
  isWide,
  onAsk,
  onWrite,
}: {
  person: Page
  isWide: boolean
  onAsk: ((from: string) => void) | undefined
  onWrite: (from: string) => void
}) {
  const t = useText()
  const ids = { ask: `${headId}-ask`, write: `${headId}-write` }
  const className = isWide ? '' : 'flex-col gap-1! px-1!'
  const ask = onAsk && (
    <Button id={ids.ask} kind="line" className={className} onClick={() => onAsk(ids.ask)}>
      <Icon name="send" size="small" />
      {t(isWide ? 'ask' : 'ask_short')}
    </Button>
  )
  const write = (
    <Button
      id={ids.write}
      kind={!isWide && phone ? 'line' : 'primary'}
      className={className}
      onClick={() => onWrite(ids.write)}
    >
      <MessageIcon small />
      {t('message')}
    </Button>
  )
  if (isWide) {
    return (
      <div className="flex gap-3">
        {ask}
        {write}
      </div>
    )
  }
  return (
    <div className="grid w-full auto-cols-fr grid-flow-col gap-2 print:hidden">
      {phone && (
        <a href={`tel:${phone}`} className={buttonClass({ className })}>
          <Icon name="phone" size="small" />
          {t('call_short')}
        </a>
      )}
      {write}
      {ask}
    </div>
  )
}
