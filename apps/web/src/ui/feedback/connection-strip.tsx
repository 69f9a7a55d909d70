import { useStore } from '@nanostores/react'
import { cva } from 'class-variance-authority'
import { useEffect } from 'react'
import { browserTimeZone, useDateFormat } from '../../format/dates.ts'
import { useWords } from '../../i18n/words.ts'
import { $copyTime } from '../../live/copy-time.ts'
import { $failedAttempts } from '../../live/failed-attempts.ts'
import type { LiveStatus } from '../../live/live-status.ts'
import { Icon } from '../page/icon.tsx'

/** After this many failed attempts the text no longer promises a quick return, and offers to try by hand. */
const PATIENCE = 5

const stripClass = cva('block print:hidden', {
  variants: { place: { page: 'sticky bottom-0 z-10', foot: '-order-2' } },
})

const textClass = cva(
  'flex animate-appear items-center gap-2 bg-wait-soft text-meta/body font-semibold text-wait',
  {
    variants: {
      place: {
        page: '-mx-5 mt-4 px-5 pt-2.5 pb-[calc(10px+env(safe-area-inset-bottom))]',
        foot: '-mx-5 -mt-2.5 mb-2 px-5 py-2.5 desktop:mx-0 desktop:mt-0 desktop:mb-3 desktop:rounded-control desktop:px-3',
      },
    },
  },
)

export function ConnectionStrip({ status, place = 'page' }: { status: LiveStatus; place?: 'page' | 'foot' }) {
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
    <output className={stripClass({ place })}>
      {(copy_time !== undefined || status === 'error' || status === 'refused') && (
        <span className={textClass({ place })}>
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

/** Loaded apart from the page, as where the page joins its topics. */
async function tryNow(): Promise<void> {
  const { reconnect } = await import('../../live/connection.ts')
  reconnect()
}
