import type { Message } from '@muster/contract/messages'
import { LINK_PLACEHOLDER } from '@muster/contract/rules/link-placeholder'
import { useState } from 'react'
import { Linkified } from '../../ui/page/linkified.tsx'
import { useText } from './texts.ts'

/** Length above which an e-mail is truncated. An SMS is shown in full. */
const LONG = { characters: 320, lines: 6 }

export function MessageContent({ message }: { message: Message }) {
  const t = useText()
  const { subject } = message
  const body_text = message.body_text.replaceAll(LINK_PLACEHOLDER, t('personal_link'))
  const [isWhole, setIsWhole] = useState(false)
  const isLong = body_text.length > LONG.characters || body_text.split('\n').length > LONG.lines
  return (
    <>
      {subject && <b className="block">{subject}</b>}
      <p className={isLong && !isWhole ? 'line-clamp-6' : undefined}>
        <Linkified text={body_text} />
      </p>
      {isLong && (
        <button
          type="button"
          className="min-h-11 font-semibold text-primary"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {t(isWhole ? 'show_less' : 'show_more')}
        </button>
      )}
      <Trouble message={message} />
    </>
  )
}

/** Shows the problem, in red once it is final: a waiting message is retried. */
function Trouble({ message: { status, failure_reason } }: { message: Message }) {
  const t = useText()
  if (!failure_reason) return null
  return (
    <p className={`mt-1 text-meta ${status === 'FAILED' ? 'text-miss' : 'text-ink-2'}`}>
      {failure_reason}
      {status === 'QUEUED' && ` ${t('sent_later')}`}
    </p>
  )
}
