import type { PublicEvent } from '@muster/contract/public-event'
import { isSignupOver } from '@muster/contract/rules/shift-phase'
import { useDateFormat } from '../../../format/dates.ts'
import { locales, useLanguage } from '../../../i18n/language.ts'
import { useNow } from '../../../live/use-now.ts'
import { usePublicText } from './texts.ts'

type EventHeadProps = { event: PublicEvent; address: string; image: string | undefined }

/** Renders the metadata for previews in search engines and chats. */
export function EventHead({ event, address, image }: EventHeadProps) {
  const t = usePublicText()
  const language = useLanguage()
  const format = useDateFormat(event.time_zone)
  const now = useNow()
  const ahead = event.roles
    .flatMap(({ shifts }) => shifts)
    .filter((shift) => !isSignupOver(shift, event, now))
  const left = ahead.reduce((sum, { spots_left }) => sum + spots_left, 0)
  const summary = [
    format.dayRange(event.event_date_start, event.event_date_end),
    event.location,
    ahead.length > 0 && (left > 0 ? t('spots_left', { count: left }) : t('full')),
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <>
      <title>{`${event.name} · Muster`}</title>
      <meta name="description" content={`${summary} · ${event.organization.name}`} />
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={event.organization.name} />
      <meta property="og:title" content={event.name} />
      <meta property="og:description" content={summary} />
      <meta property="og:url" content={address} />
      <meta property="og:locale" content={locales[language].replace('-', '_')} />
      <meta property="og:image" content={image} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={`${event.name} · ${summary}`} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:image" content={image} />
    </>
  )
}
