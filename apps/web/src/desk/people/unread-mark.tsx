import type { Person } from '@muster/contract/people'
import { Badge } from '../../ui/feedback/badge.tsx'
import { useText } from './texts.ts'

/** D31: an SMS from the person that no administrator has opened. */
export function UnreadMark({ has_unread }: Pick<Person, 'has_unread'>) {
  const t = useText()
  return (
    has_unread && (
      <>
        {' '}
        <Badge tone="sent">{t('unread')}</Badge>
      </>
    )
  )
}
