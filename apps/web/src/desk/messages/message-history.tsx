import type { Message } from '@muster/contract/messages'
import type { Person } from '@muster/contract/people'
import { errorText } from '../../api/api-error.ts'
import { fullName } from '../../format/names.ts'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useIsWide } from '../../ui/hooks/use-is-wide.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { mergeThread } from './merge-thread.ts'
import { MessageContent } from './message-content.tsx'
import { MessageStatus } from './message-status.tsx'
import { MessageTime } from './message-time.tsx'
import { useText } from './texts.ts'
import { ThreadLine } from './thread-line.tsx'
import { useHistory } from './use-history.ts'
import { useMarkRead } from './use-mark-read.ts'
import { useThread } from './use-thread.ts'

export function MessageHistory({ person }: { person: Person }) {
  const t = useText()
  const isWide = useIsWide()
  const { data: history, error, refetch } = useHistory(person.id)
  const thread = useThread(person.id, history?.some(isAnswer) ?? false)
  const messages = history && mergeThread(history, thread)
  useMarkRead(person, history)
  const name = fullName(person)
  const History = isWide ? HistoryTable : HistoryCards
  return (
    <>
      {error && (
        <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <FormError text={errorText(error, t('history_failed'))} className="mt-0" />
          <RetryButton onRetry={() => void refetch()} />
        </div>
      )}
      <ThreadLine state={thread.state} />
      {!messages && !error && <LoadingHistory />}
      {messages?.length === 0 && <p className="text-ink-2">{t('empty', { name: person.first_name })}</p>}
      {messages && messages.length > 0 && <History messages={messages} label={t('history', { name })} />}
    </>
  )
}

const isAnswer = ({ direction, channel }: Message) => direction === 'INBOUND' && channel === 'SMS'

type HistoryProps = { messages: readonly Message[]; label: string }

const headClass = 'sticky -top-6 z-1 h-11 bg-canvas px-3 text-hint/body text-ink-3'
const cellClass = 'px-3 py-3.5 align-top text-compact/normal'

function HistoryTable({ messages, label }: HistoryProps) {
  const t = useText()
  return (
    <table aria-label={label} className="-mx-3 -mt-3 w-[calc(100%+24px)]! table-fixed">
      <colgroup>
        <col className="w-32" />
        <col className="w-22" />
        <col className="w-22" />
        <col />
        <col className="w-32" />
      </colgroup>
      <thead>
        <tr>
          <th scope="col" className={headClass}>
            {t('time')}
          </th>
          <th scope="col" className={headClass}>
            {t('direction')}
          </th>
          <th scope="col" className={headClass}>
            {t('channel')}
          </th>
          <th scope="col" className={headClass}>
            {t('content')}
          </th>
          <th scope="col" className={headClass}>
            {t('status_label')}
          </th>
        </tr>
      </thead>
      <tbody>
        {messages.map((message) => (
          <tr key={message.id} className="cells-line-0">
            <td className={cellClass}>
              <MessageTime iso={message.created_at} />
            </td>
            <td className={cellClass}>
              <Direction of={message} />
            </td>
            <td className={cellClass}>{t(`channels.${message.channel}`)}</td>
            <td className={cellClass}>
              <MessageContent message={message} />
            </td>
            <td className={cellClass}>
              <MessageStatus message={message} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function HistoryCards({ messages, label }: HistoryProps) {
  const t = useText()
  return (
    <ul aria-label={label}>
      {messages.map((message) => (
        <li key={message.id} className="border-b border-line py-4 last:border-0">
          <div className="mb-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-meta">
            <span className="flex flex-wrap items-center gap-x-3">
              <MessageTime iso={message.created_at} />
              <Direction of={message} />
              <span className="text-ink-2">{t(`channels.${message.channel}`)}</span>
            </span>
            <MessageStatus message={message} />
          </div>
          <MessageContent message={message} />
        </li>
      ))}
    </ul>
  )
}

function Direction({ of: { direction } }: { of: Message }) {
  const t = useText()
  return (
    <span className="inline-flex items-center gap-1">
      <Icon name={direction === 'INBOUND' ? 'in' : 'out'} size="small" className="text-ink-3" />
      {t(`directions.${direction}`)}
    </span>
  )
}

function LoadingHistory() {
  return (
    <Loading className="grid gap-3">
      <Skeleton className="h-8" />
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
    </Loading>
  )
}
