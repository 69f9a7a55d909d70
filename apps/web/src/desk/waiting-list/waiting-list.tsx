import type { Event } from '@muster/contract/events'
import type { Shift } from '@muster/contract/shifts'
import type { WaitingPerson } from '@muster/contract/waiting-list'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { newestOf } from '../../api/newest-of.ts'
import { useMay } from '../../api/rights.ts'
import { useDateFormat } from '../../format/dates.ts'
import { fullName } from '../../format/names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { announce } from '../../ui/feedback/live-region.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { showFailure } from '../../ui/overlays/failure-dialog.tsx'
import { PersonLink } from '../../ui/page/person-link.tsx'
import { useOrganization } from '../organizations/use-organization.ts'
import { PhoneLink } from '../people/contact-links.tsx'
import { refreshShifts } from '../shifts/api.ts'
import { offerPlace, waitingListQuery } from './api.ts'
import { OfferInsteadDialog } from './offer-instead-dialog.tsx'
import { RemoveWaitingDialog } from './remove-waiting-dialog.tsx'
import { useText } from './texts.ts'

/** D44: lists the people who wait for a place on the shift. */
export function WaitingList({ event, shift }: { event: Event; shift: Shift }) {
  const t = useText()
  const id = useId()
  const focusNext = useFocusNext()
  const { data: waiting = [], error } = useQuery(waitingListQuery({ event_id: event.id, shift_id: shift.id }))
  const mayPlan = useMay('plan')
  const { offer, isOffering } = useOffer(event, () => focusNext(id))
  const [removing, setRemoving] = useState<WaitingPerson>()
  const [choosing, setChoosing] = useState<Choice>()
  const isPaused = Boolean(useOrganization()?.paused_at)
  if (error && waiting.length === 0) return <p className="mt-4 text-ink-2">{t('failed')}</p>
  if (waiting.length === 0) return null
  const isFree = hasFreePlace(shift, waiting)
  // The last in line gives their offer up, as when the number of places is reduced.
  const holder = isFree ? undefined : waiting.filter(isOffered).at(-1)
  const mayOffer = mayPlan && !isPaused && !waiting.every(isOffered) && (isFree || holder !== undefined)
  const close = () => {
    setRemoving(undefined)
    setChoosing(undefined)
  }
  const dialog = {
    event,
    onDone: () => {
      close()
      focusNext(id)
    },
    onClose: close,
  }
  return (
    <section aria-labelledby={id} className="mt-5">
      <h4 id={id} tabIndex={-1} className="text-meta/body font-semibold">
        {t('title', { count: waiting.length })}
      </h4>
      <p className="text-hint text-ink-3">{t(noteOf({ isPaused, mayOffer, isFree }))}</p>
      <ol className="mt-2 divide-y divide-line rounded-control bg-surface px-3">
        {waiting.map((place) => (
          <Row
            key={place.id}
            place={place}
            timeZone={event.time_zone}
            mayOffer={mayOffer && !isOffered(place)}
            mayRemove={mayPlan}
            isBusy={isOffering}
            onOffer={() => (holder ? setChoosing({ place, holder }) : offer(place))}
            onRemove={() => setRemoving(place)}
          />
        ))}
      </ol>
      {removing && <RemoveWaitingDialog place={newestOf(waiting, removing)} {...dialog} />}
      {choosing && <OfferInsteadDialog {...choosing} {...dialog} />}
    </section>
  )
}

type Choice = { place: WaitingPerson; holder: WaitingPerson }

const isOffered = ({ status }: WaitingPerson) => status === 'OFFERED'

function noteOf({ isPaused, mayOffer, isFree }: { isPaused: boolean; mayOffer: boolean; isFree: boolean }) {
  if (isPaused) return 'note_paused'
  if (!mayOffer) return 'note'
  return isFree ? 'note_free' : 'note_held'
}

/** A place that is offered is held (D44). */
function hasFreePlace({ required_qty, assignment }: Shift, waiting: readonly WaitingPerson[]): boolean {
  const confirmed = assignment.filter(({ status }) => status === 'CONFIRMED').length
  return confirmed + waiting.filter(isOffered).length < required_qty
}

function useOffer(event: Event, onGone: () => void) {
  const t = useText()
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id }: WaitingPerson) => offerPlace(id),
    onSuccess: (_, { person }) => {
      announce(t('offered_to', { name: fullName(person) }))
      onGone()
    },
    onError: (error) => showFailure(errorText(error, t('refused'))),
    onSettled: () => refreshShifts(client, event.id),
  })
  return { offer: mutate, isOffering: isPending }
}

function Row({
  place,
  timeZone,
  mayOffer,
  mayRemove,
  isBusy,
  onOffer,
  onRemove,
}: {
  place: WaitingPerson
  timeZone: string
  mayOffer: boolean
  mayRemove: boolean
  isBusy: boolean
  onOffer: () => void
  onRemove: () => void
}) {
  const t = useText()
  const format = useDateFormat(timeZone)
  const { person, offer_expires_at, queued_at } = place
  const when = (instant: string) => ({ day: format.day(instant), time: format.time(instant) })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 flex-1 basis-60 wrap-anywhere">
        <p className="font-semibold">
          <PersonLink person_id={person.id}>{fullName(person)}</PersonLink>
        </p>
        <p className="flex flex-wrap items-center gap-x-3 text-hint text-ink-3">
          {person.phone && <PhoneLink phone={person.phone} within="row" />}
          <span>{t('since', when(queued_at))}</span>
        </p>
      </div>
      {offer_expires_at !== null && (
        <p className="flex flex-wrap items-center gap-x-2 text-hint text-ink-3">
          <Badge tone="wait">{t('offered')}</Badge>
          <span>{t('until', when(offer_expires_at))}</span>
        </p>
      )}
      {mayRemove && (
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          {mayOffer && (
            <Button
              kind="line"
              aria-disabled={isBusy}
              aria-description={fullName(person)}
              onClick={() => !isBusy && onOffer()}
            >
              {t('offer')}
            </Button>
          )}
          <Button
            kind="quiet"
            className="-mx-3"
            aria-disabled={isBusy}
            aria-description={fullName(person)}
            onClick={() => !isBusy && onRemove()}
          >
            {t('remove')}
          </Button>
        </div>
      )}
    </li>
  )
}
