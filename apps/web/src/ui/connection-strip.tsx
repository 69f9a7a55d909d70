import { useWords } from '../i18n/words.ts'
import type { LiveStatus } from '../live/follow-event.ts'
import { Icon } from './icon.tsx'

/** Says that what is shown may be old. It goes by itself when the feed is back. */
export function ConnectionStrip({ status }: { status: LiveStatus }) {
  const t = useWords()
  return (
    <output className="connection">
      {status === 'error' && (
        <span>
          <Icon name="alert" />
          {t('errors.live')}
        </span>
      )}
    </output>
  )
}
