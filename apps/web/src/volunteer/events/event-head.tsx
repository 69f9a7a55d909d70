import type { PublicEvent } from '@muster/contract/public-event'
import { signupStateOf } from '@muster/contract/rules/signup-window'
import { useDateFormat } from '../../format/dates.ts'
import { locales, useLanguage } from '../../i18n/language.ts'
import { useNow } from '../../live/use-now.ts'
import { isOpenShift } from './shift-terms.ts'
import { usePublicText } from './texts.ts'

type EventHeadProps = { event: PublicEvent; address: string; image: string | undefined }

/** Renders the metadata for previews in search engines and chats. */
export function EventHead({ event, address, image }: EventHeadProps) {
  const t = usePublicText()
  const format = useDateFormat(event.time_zone)
  const now = useNow()
  const isClosed = signupStateOf(event, now) === 'closed'
  const ahead = event.roles
    .flatMap(({ shifts }) => shifts)
    .filter((shift) => !isClosed && isOpenShift(event, shift, now))
  const left = ahead.reduce((sum, { spots_left }) => sum + spots_left, 0)
  const summary = [
    format.dayRange(event.event_date_start, event.event_date_end),
    event.location,
    ahead.length > 0 && (left > 0 ? t('spots_left', { count: left }) : t('full')),
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <PreviewHead
      title={event.name}
      summary={summary}
      organization={event.organization.name}
      address={address}
      image={image}
    />
  )
}

/** Renders the metadata of a shift's own link. Leaves out the places left, because chats keep what they show. */
export function ShiftHead({ event, shift_id, address, image }: EventHeadProps & { shift_id: string }) {
  const format = useDateFormat(event.time_zone)
  const role = event.roles.find(({ shifts }) => shifts.some(({ id }) => id === shift_id))
  const shift = role?.shifts.find(({ id }) => id === shift_id)
  if (!role || !shift) return <EventHead event={event} address={address} image={image} />
  const when = `${format.day(shift.start_dt)}, ${format.timeRange(shift.start_dt, shift.end_dt)}`
  return (
    <PreviewHead
      title={`${role.name}, ${when}`}
      summary={[event.name, event.location].filter(Boolean).join(' · ')}
      organization={event.organization.name}
      address={address}
      image={image}
    />
  )
}

type PreviewHeadProps = {
  title: string
  summary: string
  organization: string
  address: string
  image: string | undefined
}

function PreviewHead({ title, summary, organization, address, image }: PreviewHeadProps) {
  const language = useLanguage()
  return (
    <>
      <title>{`${title} · Muster`}</title>
      <meta name="description" content={`${summary} · ${organization}`} />
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={organization} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={summary} />
      <meta property="og:url" content={address} />
      <meta property="og:locale" content={locales[language].replace('-', '_')} />
      <meta property="og:image" content={image} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={`${title} · ${summary}`} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:image" content={image} />
    </>
  )
}
