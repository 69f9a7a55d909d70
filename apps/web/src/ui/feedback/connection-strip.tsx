import { useStore } from '@nanostores/react'
import { useWords } from '../../i18n/words.ts'
import { $failedAttempts } from '../../live/connection.ts'
import type { LiveStatus } from '../../live/follow-event.ts'
import { Icon } from '../page/icon.tsx'

/** From so many failed attempts on, the text no longer promises a quick return. */
const PATIENCE = 5

/** Says that what is shown may be old. It goes by itself when the feed is back. */
export function ConnectionStrip({ status }: { status: LiveStatus }) {
  const t = useWords()
  const failed = useStore($failedAttempts)
  const text = () => {
    if (status === 'refused') return t('errors.live_refused')
    return failed < PATIENCE ? t('errors.live') : t('errors.live_lost', { attempts: PATIENCE })
  }
  return (
    <output className="connection">
      {(status === 'error' || status === 'refused') && (
        <span>
          <Icon name="alert" />
          {text()}
        </span>
      )}
    </output>
  )
}
