import type { Event } from '@muster/contract/events'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { Link, useParams } from 'react-router'
import { errorText } from '../../../api/api-error.ts'
import { useMay } from '../../../api/rights.ts'
import { useDateFormat } from '../../../format/dates.ts'
import { paths } from '../../../paths.ts'
import { publicPaths } from '../../../public-paths.ts'
import { Button, buttonClass } from '../../../ui/controls/button.tsx'
import { RetryButton } from '../../../ui/controls/retry-button.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { showFailure } from '../../../ui/overlays/failure-dialog.tsx'
import { cardClass } from '../../../ui/page/card.ts'
import { Icon, type IconName } from '../../../ui/page/icon.tsx'
import { useOrganization } from '../../organizations/use-organization.ts'
import { usePlanWords } from '../../templates/use-plan-words.ts'
import { eventsQuery, readPreviewUrl } from '../api.ts'
import { copySignupLink, signupLink } from '../signup-link.ts'
import { OpenSwitch } from './open-switch.tsx'
import { FirstHead, StepHeading } from './steps.tsx'
import { useText } from './texts.ts'
import { VolunteersView } from './volunteers-view.tsx'
import '../../../styles/desk-forms.css'
import '../../../styles/templates.css'

const QrCode = lazy(() => import('../../../ui/page/qr-code.tsx'))

/** How volunteers reach a new event: its link, or people who are asked. */
export default function LinkPage() {
  const t = useText()
  const { eventId } = useParams()
  const { data: events, error, refetch } = useQuery(eventsQuery())
  const event = events?.find(({ id }) => id === eventId)
  return (
    <>
      <FirstHead current="link" />
      {event && <LinkParts event={event} />}
      {events && !event && (
        <EmptyState text={t('gone')}>
          <Link className={buttonClass()} to={paths.events}>
            {t('to_events')}
          </Link>
        </EmptyState>
      )}
      {!events && error && (
        <ErrorPanel text={errorText(error, t('failed'))}>
          <RetryButton onRetry={() => void refetch()} />
        </ErrorPanel>
      )}
      {!events && !error && (
        <Loading>
          <Skeleton className="h-105" />
        </Loading>
      )}
    </>
  )
}

function LinkParts({ event }: { event: Event }) {
  const words = usePlanWords()
  const mayPlan = useMay('plan')
  const organization = useOrganization()
  const shifts = event.roles.reduce((sum, { shift_count }) => sum + shift_count, 0)
  const sum = words.shiftsAndPlaces({ shifts, places: event.coverage.needed })
  return (
    <div className="first-link">
      <div>
        <section className={cardClass()}>
          <StepHeading step="link" isOn words={`${event.name} · ${sum}`} />
          {mayPlan && <OpenSwitch event={event} />}
          <LinkLine event={event} />
          <div className="link-ways">
            <Suspense fallback={<div className="link-code" />}>
              <Code event={event} />
            </Suspense>
            <div>
              <ChatText event={event} />
              <TryIt event={event} />
            </div>
          </div>
        </section>
        <AskPeople event={event} />
      </div>
      <VolunteersView event={event} organization={organization?.name ?? ''} />
    </div>
  )
}

/** Says the same as the link beside it. */
function Code({ event }: { event: Event }) {
  return (
    <div className="link-code">
      <QrCode text={signupLink(event)} />
    </div>
  )
}

function LinkLine({ event }: { event: Event }) {
  const t = useText()
  const copy = async () => {
    if (await copySignupLink(event)) showToast(t('copied_named', { name: event.name }))
  }
  return (
    <div className="link-line">
      <TextField
        className="label-hidden"
        label={t('link')}
        hint={event.published ? undefined : t('link_later')}
        readOnly
        value={signupLink(event)}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button onClick={() => void copy()}>
        <Icon name="copy" />
        {t('copy')}
      </Button>
    </div>
  )
}

function ChatText({ event }: { event: Event }) {
  const t = useText()
  const { dayRange } = useDateFormat(event.time_zone)
  const copy = async () => {
    const { name, location, event_date_start, event_date_end } = event
    const words = { name, when: dayRange(event_date_start, event_date_end), link: signupLink(event) }
    const text = location ? t('chat_text_at', { ...words, location }) : t('chat_text', words)
    if (await copySignupLink(event, text)) showToast(t('chat_copied'))
  }
  return (
    <Button kind="quiet" onClick={() => void copy()}>
      <Icon name="copy" size="small" />
      {t('chat')}
    </Button>
  )
}

/** A draft is shown as its preview, without forms. */
function TryIt({ event }: { event: Event }) {
  const t = useText()
  const open = () => {
    // A window that opens after an answer would be blocked.
    const tab = window.open('', '_blank')
    readPreviewUrl(event.id).then(
      (url) => (tab ? tab.location.assign(url) : location.assign(url)),
      (error: unknown) => {
        tab?.close()
        showFailure(errorText(error, t('try_failed')))
      },
    )
  }
  const words = (
    <>
      <Icon name="out" size="small" />
      {t('try')}
      <span className="sr-only">{t('new_tab')}</span>
    </>
  )
  if (!event.published)
    return (
      <Button kind="quiet" onClick={open}>
        {words}
      </Button>
    )
  return (
    <a
      className={buttonClass({ kind: 'quiet' })}
      href={publicPaths.publicEvent(event.id)}
      target="_blank"
      rel="noreferrer"
    >
      {words}
    </a>
  )
}

function AskPeople({ event }: { event: Event }) {
  const t = useText()
  return (
    <section className={cardClass()} aria-labelledby="ask-people">
      <h2 id="ask-people" className="mb-2 text-h3">
        {t('ask')}
      </h2>
      <ul className="divide-y divide-line border-t border-line">
        <Way icon="mobile" title={t('put')} how={t('put_how')}>
          <Link className={buttonClass({ kind: 'line' })} to={paths.shiftsOf(event.id)}>
            {t('to_shifts')}
          </Link>
        </Way>
        {useMay('manage') && (
          <Way icon="share" title={t('share')} how={t('share_how')}>
            <Link className={buttonClass({ kind: 'line' })} to={paths.members}>
              {t('invite')}
            </Link>
          </Way>
        )}
      </ul>
    </section>
  )
}

function Way({
  icon,
  title,
  how,
  children,
}: {
  icon: IconName
  title: string
  how: string
  children: ReactNode
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Icon name={icon} className="text-ink-3" />
      <div className="min-w-0 flex-[1_1_200px] leading-snug">
        <p>{title}</p>
        <p className="text-meta text-ink-2">{how}</p>
      </div>
      {children}
    </li>
  )
}
