import type { Event } from '@muster/contract/events'
import type { Request } from '@muster/contract/requests'
import type { Shift } from '@muster/contract/shifts'
import { useDateFormat } from '../../format/dates.ts'
import { fullName } from '../../format/names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { PersonLink } from '../../ui/page/person-link.tsx'
import { EmailLink, PhoneLink } from '../people/contact-links.tsx'
import { useValueWords } from '../people/use-value-words.ts'
import { useText } from './texts.ts'

export const yesId = ({ id }: Pick<Request, 'id'>) => `yes-${id}`
export const noId = ({ id }: Pick<Request, 'id'>) => `no-${id}`

export function RequestRow({
  event,
  request,
  shift,
  isTicked,
  isBusy,
  onTick,
  onYes,
  onNo,
}: {
  event: Event
  request: Request
  /** Named in the row, where the list has several. */
  shift: Shift | undefined
  isTicked: boolean
  isBusy: boolean
  /** Missing where there is nothing to choose from. */
  onTick: ((isTicked: boolean) => void) | undefined
  onYes: () => void
  onNo: () => void
}) {
  const t = useText()
  const inWords = useValueWords()
  const format = useDateFormat(event.time_zone)
  const name = fullName(request)
  const { person_id, replaces, created_at, note, answers } = request
  const signs = [
    person_id === null && t('new'),
    request.is_minor && t('minor'),
    request.lacks_tag && t('lacks_tag'),
    replaces && t('replaces', { name: fullName(replaces) }),
  ].filter((sign) => typeof sign === 'string')
  return (
    <li className="flex items-start gap-1 py-1.5 pr-3 pl-3.5">
      {onTick && (
        <Checkbox
          className="w-11 flex-none"
          aria-label={t('tick', { name })}
          label=""
          checked={isTicked}
          disabled={isBusy}
          onChange={({ currentTarget }) => onTick(currentTarget.checked)}
        />
      )}
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1 basis-64 py-2 leading-snug wrap-anywhere">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <b className="text-compact" translate="no">
              {person_id === null ? name : <PersonLink person_id={person_id}>{name}</PersonLink>}
            </b>
            {signs.map((sign) => (
              <Badge key={sign} tone="neutral" className="pl-2.5!">
                {sign}
              </Badge>
            ))}
            {request.has_conflict && <Badge tone="wait">{t('busy')}</Badge>}
          </div>
          {shift && (
            <p className="text-meta/snug text-ink-2">
              {shift.role.name}, {format.shortDay(format.isoDate(shift.start_dt))},{' '}
              {format.timeRange(shift.start_dt, shift.end_dt)}
            </p>
          )}
          <p className="text-hint/snug text-ink-3">
            {t('since', { day: format.day(created_at), time: format.time(created_at) })}
          </p>
          <p className="flex flex-wrap items-center gap-x-3 text-hint/snug text-ink-3">
            <PhoneLink phone={request.phone} within="row" />
            <EmailLink email={request.email} />
          </p>
          {note !== null && <p className="text-hint/snug text-ink-2">{t('note', { text: note })}</p>}
          {answers.map(({ question_id, label, value }) => (
            <p key={question_id} className="text-hint/snug whitespace-pre-line text-ink-2">
              {label} <b>{inWords(value)}</b>
            </p>
          ))}
        </div>
        <div className="flex flex-none gap-2 py-0.5">
          <Button
            id={yesId(request)}
            kind="line"
            aria-disabled={isBusy}
            aria-description={name}
            onClick={() => !isBusy && onYes()}
          >
            {t('yes')}
          </Button>
          <Button
            id={noId(request)}
            kind="quiet"
            aria-disabled={isBusy}
            aria-description={name}
            onClick={() => !isBusy && onNo()}
          >
            {t('no')}
          </Button>
        </div>
      </div>
    </li>
  )
}
