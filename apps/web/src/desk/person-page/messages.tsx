import type { Message } from '@muster/contract/messages'
import type { PersonPage } from '@muster/contract/people'
import { LINK_PLACEHOLDER } from '@muster/contract/rules/link-placeholder'
import { errorText } from '../../api/api-error.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { MessageStatus } from '../messages/message-status.tsx'
import { MessageTime } from '../messages/message-time.tsx'
import { useHistory } from '../messages/use-history.ts'
import { Card } from './card.tsx'
import { useText } from './texts.ts'

const SHOWN = 3
const allId = 'all-messages'

/** The last ones. `onAll` gets the id of the button, to which the focus returns. */
export function Messages({ person, onAll }: { person: PersonPage; onAll: (from: string) => void }) {
  const t = useText()
  const { data: messages, error } = useHistory(person.id)
  return (
    <Card
      title={t('messages')}
      side={
        messages &&
        messages.length > 0 && (
          <Button id={allId} kind="quiet" className="-mr-3" onClick={() => onAll(allId)}>
            {t('all_messages', { count: messages.length })}
          </Button>
        )
      }
    >
      {error && !messages && <p className="text-ink-2">{errorText(error, t('messages_failed'))}</p>}
      {messages?.length === 0 && <p className="text-compact text-ink-3">{t('no_messages')}</p>}
      <ul className="divide-y divide-line">
        {messages?.slice(0, SHOWN).map((message) => (
          <li
            key={message.id}
            className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 py-2.5 text-compact tablet:grid-cols-[120px_auto_minmax(0,1fr)_auto]"
          >
            <span className="text-ink-2 max-tablet:col-span-3">
              <MessageTime iso={message.created_at} />
            </span>
            <Icon name={message.direction === 'INBOUND' ? 'in' : 'out'} size="small" className="text-ink-3" />
            <span className="truncate">{lineOf(message)}</span>
            <MessageStatus message={message} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

const lineOf = ({ subject, body_text }: Message): string =>
  subject ?? body_text.replaceAll(LINK_PLACEHOLDER, '')
