import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { now } from '../../clock.ts'
import { browserTimeZone, NO_BREAK, useDateFormat } from '../../format/dates.ts'
import { Button } from '../../ui/controls/button.tsx'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { SettingsCard } from '../../ui/page/settings-card.tsx'
import { endSession, type Session, sessionsQuery } from './account-api.ts'
import { useText } from './texts.ts'

const ON_A_PHONE = /^(iOS|iPadOS|iPhone|iPad|Android)/

export function SessionsSection() {
  const t = useText()
  const id = useId()
  const focusNext = useFocusNext()
  const [isAsked, setIsAsked] = useState(false)
  const { data: sessions, error, refetch } = useQuery(sessionsQuery())
  const hasOthers = sessions?.some(({ is_current }) => !is_current)
  return (
    <SettingsCard
      title={t('sessions.title')}
      actions={
        hasOthers && (
          <Button kind="quiet" className="-mx-3" onClick={() => setIsAsked(true)}>
            {t('sessions.end_others')}
          </Button>
        )
      }
    >
      {sessions && (
        <ul
          id={id}
          tabIndex={-1}
          aria-label={t('sessions.title')}
          className="mt-4 divide-y divide-line border-t border-line"
        >
          {sessions.map((session) => (
            <SessionItem key={session.id} session={session} onEnded={() => focusNext(id)} />
          ))}
        </ul>
      )}
      {!sessions && error && (
        <div className="mt-4 grid justify-items-start gap-3">
          <FormError text={errorText(error, t('sessions.fetch_failed'))} className="mt-0" />
          <RetryButton onRetry={() => void refetch()} />
        </div>
      )}
      {!sessions && !error && (
        <Loading className="mt-4">
          <Skeleton className="h-14" />
        </Loading>
      )}
      {isAsked && (
        <EndOthersDialog
          onEnded={() => {
            setIsAsked(false)
            focusNext(id)
          }}
          onClose={() => setIsAsked(false)}
        />
      )}
    </SettingsCard>
  )
}

/** `onEnded` must move the focus, because the focused button is gone. */
function SessionItem({ session, onEnded }: { session: Session; onEnded: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const { id, browser, system, is_current } = session
  const name =
    browser && system ? t('sessions.on', { browser, system }) : (browser ?? system ?? t('sessions.unknown'))
  const end = useMutation({
    mutationFn: () => endSession(id),
    onSuccess: async () => {
      await client.invalidateQueries(sessionsQuery())
      showToast(t('sessions.ended'))
      onEnded()
    },
  })
  return (
    <li className="py-2">
      <div className="flex min-h-11 items-center gap-3">
        <Icon name={ON_A_PHONE.test(system ?? '') ? 'mobile' : 'laptop'} className="text-ink-2" />
        <div className="min-w-0 flex-1">
          <p className="font-semibold">{name}</p>
          <LastUsed session={session} />
        </div>
        {is_current ? (
          <Badge tone="ok">{t('sessions.this')}</Badge>
        ) : (
          <Button
            kind="quiet"
            className="-mr-3 flex-none"
            aria-label={t('sessions.end_named', { name })}
            busy={end.isPending && t('sessions.busy')}
            onClick={() => end.mutate()}
          >
            {t('sessions.end')}
          </Button>
        )}
      </div>
      <FormError text={end.error ? errorText(end.error, t('sessions.failed')) : undefined} />
    </li>
  )
}

function LastUsed({ session: { last_used_at, created_at } }: { session: Session }) {
  const t = useText()
  const format = useDateFormat(browserTimeZone())
  const isToday = format.isoDate(last_used_at) === format.isoDate(now().toISOString())
  return (
    <p className="text-meta text-ink-2 tabular-nums">
      {t('sessions.used', {
        when: isToday
          ? t('sessions.today', { time: format.time(last_used_at) })
          : format.shortDate(last_used_at),
      })}
      {`${NO_BREAK}· `}
      {t('sessions.since', { date: format.shortDate(created_at) })}
    </p>
  )
}

function EndOthersDialog({ onEnded, onClose }: { onEnded: () => void; onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const end = useMutation({
    mutationFn: () => call('session', 'endOtherSessions'),
    onSuccess: async () => {
      await client.invalidateQueries(sessionsQuery())
      showToast(t('sessions.others_ended'))
      onEnded()
    },
  })
  return (
    <AlertDialog
      title={t('sessions.end_others_question')}
      confirm={t('sessions.end_others')}
      busy={end.isPending && t('sessions.busy')}
      problem={end.error ? errorText(end.error, t('sessions.failed')) : undefined}
      onConfirm={() => end.mutate()}
      onClose={onClose}
    >
      <p>{t('sessions.end_others_text')}</p>
    </AlertDialog>
  )
}
