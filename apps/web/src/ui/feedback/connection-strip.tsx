import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { browserTimeZone, useDateFormat } from '../../format/dates.ts'
import { useWords } from '../../i18n/words.ts'
import { $copyTime } from '../../live/copy-time.ts'
import { $failedAttempts } from '../../live/failed-attempts.ts'
import type { LiveStatus } from '../../live/live-status.ts'
import { Icon } from '../page/icon.tsx'

/** Number of failed attempts after which the text no longer promises a quick return, and offers to try by hand. */
const PATIENCE = 5

/** Position below the page. Forms show the strip at their foot. */
const pageClasses = {
  strip: 'sticky bottom-(--tab-bar) z-10',
  text: 'mt-4 pb-safe-5 desktop:mb-3 desktop:pb-2.5',
}

export function ConnectionStrip({
  status,
  classes = pageClasses,
}: {
  status: LiveStatus
  classes?: { strip: string; text: string }
}) {
  const t = useWords()
  const failed = useStore($failedAttempts)
  const copy_time = useStore($copyTime)
  const format = useDateFormat(browserTimeZone())
  useEffect(() => {
    if (status === 'connected') $copyTime.set(undefined)
  }, [status])
  const text = () => {
    if (status === 'refused') return t('errors.live_refused')
    if (copy_time !== undefined) return t('errors.copy', { time: format.timeOfLateDay(copy_time) })
    return failed < PATIENCE ? t('errors.live') : t('errors.live_lost', { attempts: PATIENCE })
  }
  return (
    <output className={`block print:hidden ${classes.strip}`}>
      {(copy_time !== undefined || status === 'error' || status === 'refused') && (
        <span
          className={`-mx-5 flex animate-appear items-center gap-2 bg-wait-soft px-5 py-2.5 text-meta/body font-semibold text-wait desktop:mx-0 desktop:rounded-control desktop:px-3 ${classes.text}`}
        >
          <Icon name="alert" />
          {text()}
          {status === 'error' && failed >= PATIENCE && (
            <button
              type="button"
              className="-my-1 min-h-11 whitespace-nowrap font-semibold underline"
              onClick={() => void tryNow()}
            >
              {t('try_again')}
            </button>
          )}
        </span>
      )}
    </output>
  )
}

/** Loads the live client on demand, as do the pages that join topics. */
async function tryNow(): Promise<void> {
  const { reconnect } = await import('../../live/connection.ts')
  reconnect()
}
