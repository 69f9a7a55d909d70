import type { Event } from '@muster/contract/events'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { useDateFormat } from '../../../format/dates.ts'
import { paths } from '../../../paths.ts'
import { publicPaths } from '../../../public-paths.ts'
import { Button, buttonClass } from '../../../ui/controls/button.tsx'
import { cardClass } from '../../../ui/page/card.ts'
import { PageTitle } from '../../../ui/page/page-title.tsx'
import { useText } from './texts.ts'

const QrCode = lazy(() => import('../../../ui/page/qr-code.tsx'))

/** A sheet of A4 with the code of the public page. */
export default function EventPoster({ event }: { event: Event }) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  const link = `${location.origin}${publicPaths.publicEvent(event.id)}`
  return (
    <>
      <div className="mb-5 flex flex-wrap gap-3 print:hidden">
        <Button onClick={() => print()}>{t('print')}</Button>
        <Link className={buttonClass({ kind: 'quiet' })} to={paths.event(event.id)}>
          {t('back')}
        </Link>
      </div>
      <article
        className={cardClass({
          className:
            'mx-auto grid max-w-150 justify-items-center gap-6 px-10! py-16! text-center print:max-w-none print:border-0 print:shadow-none',
        })}
      >
        <p className="text-h3 font-semibold text-primary">{t('help')}</p>
        <PageTitle title={`${t('poster')}: ${event.name}`} className="text-title! text-balance wrap-anywhere">
          {event.name}
        </PageTitle>
        <p className="text-h3">
          {format.dayRange(event.event_date_start, event.event_date_end)}
          {event.location && <span className="mt-1 block text-ink-2">{event.location}</span>}
        </p>
        <div className="w-full max-w-90 bg-[#fff]">
          <Suspense fallback={null}>
            <QrCode text={link} />
          </Suspense>
        </div>
        <p className="text-lead font-semibold">{t('scan')}</p>
        <p className="text-compact wrap-anywhere text-ink-2">{link}</p>
      </article>
    </>
  )
}
