import type { BroadcastProgress } from '@muster/contract/broadcasts'
import type { Event } from '@muster/contract/events'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { toServerTime } from '../../clock.ts'
import { fullName } from '../../format/names.ts'
import { useWords } from '../../i18n/words.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { cardClass } from '../../ui/page/card.ts'
import { PersonLink } from '../../ui/page/person-link.tsx'
import { peopleQuery, updatePerson } from '../people/api.ts'
import { progressQuery, sendBroadcast } from './api.ts'
import { UndoLabel } from './broadcast-foot.tsx'
import { reasonText } from './reason-text.ts'
import { useText } from './texts.ts'
import { useBroadcastProgress } from './use-broadcast-progress.ts'
import { useUndo, useUndoSeconds } from './use-undo.ts'

type Problem = BroadcastProgress['problems'][number]

/** Whom it did not reach, each with a way to correct the address and send to it. */
export function ToMend({ event, progress }: { event: Event; progress: BroadcastProgress }) {
  const t = useText()
  const { problems, problem_count } = progress
  if (problem_count === 0) return null
  const more = problem_count - problems.length
  return (
    <section className={cardClass()} aria-label={t('progress.problems')}>
      <h3 className="text-base/heading">{t('mend.title', { count: problem_count })}</h3>
      <ul className="mt-2">
        {problems.map((problem, index) => (
          // Problems have no id, and the list is never reordered.
          <li key={index} className="border-t border-line py-2 offscreen-10">
            <Row event={event} progress={progress} problem={problem} />
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-2 text-ink-2">{t('progress.more', { count: more })}</p>}
      <p className="mt-2 text-hint text-ink-3">{t('mend.help')}</p>
    </section>
  )
}

type RowProps = { event: Event; progress: BroadcastProgress; problem: Problem }

/** What a corrected address mends. Somebody who does not want messages has the right one. */
const MENDABLE: readonly Problem['kind'][] = ['no_contact_info', 'bounced', 'number_not_allowed', 'failed']

function Row({ event, progress, problem }: RowProps) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const { person, channel, kind, resent_by } = problem
  const isMendable =
    person !== null && resent_by === null && MENDABLE.includes(kind) && progress.form !== null
  return (
    <>
      <div className="grid items-center gap-x-4 gap-y-1 tablet:grid-cols-[minmax(0,190px)_minmax(0,1fr)_auto]">
        <b className="truncate">
          {person ? (
            <PersonLink person_id={person.person_id}>{fullName(person)}</PersonLink>
          ) : (
            t('progress.somebody')
          )}
        </b>
        <span className="text-compact text-ink-2">
          {t(channel === 'EMAIL' ? 'channel.email' : 'channel.sms')}: {reasonOf(problem, t)}
        </span>
        {resent_by !== null && <Resent id={resent_by} of={progress.id} />}
        {isMendable && (
          <Button kind="line" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {t(kind === 'no_contact_info' ? 'mend.add' : 'mend.correct')}
          </Button>
        )}
      </div>
      {isOpen && isMendable && (
        <Correction
          event={event}
          progress={progress}
          person_id={person.person_id}
          channel={channel}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

/** Sent again: can be undone as long as it has not left. */
function Resent({ id, of }: { id: string; of: string }) {
  const t = useText()
  const client = useQueryClient()
  const { data, dataUpdatedAt } = useBroadcastProgress(id)
  const seconds = useUndoSeconds(data, toServerTime(dataUpdatedAt))
  const { undo } = useUndo(() => client.invalidateQueries(progressQuery(of)))
  if (seconds === 0) return <span className="text-compact text-ok">{t('mend.sent')}</span>
  return (
    <Button kind="line" busy={undo.isPending && t('undo.busy')} onClick={() => undo.mutate(id)}>
      <UndoLabel seconds={seconds} />
    </Button>
  )
}

type CorrectionProps = Pick<RowProps, 'event' | 'progress'> & {
  person_id: string
  channel: Problem['channel']
  onClose: () => void
}

function Correction({ event, progress, person_id, channel, onClose }: CorrectionProps) {
  const t = useText()
  const words = useWords()
  const client = useQueryClient()
  const field = channel === 'EMAIL' ? 'email' : 'phone'
  const { data: people } = useQuery(peopleQuery())
  const person = people?.find(({ id }) => id === person_id)
  const [typed, setTyped] = useState<string>()
  const value = typed ?? person?.[field] ?? ''
  const mending = useMutation({
    mutationFn: async () => {
      if (!progress.form) return
      // The message itself has the new link (D17).
      const hasLink = progress.form.messageType === 'reminder' && progress.form.includeLink
      await updatePerson(person_id, { [field]: value }, !hasLink)
      await sendBroadcast(event.id, {
        ...progress.form,
        communicationChannel: channel === 'EMAIL' ? 'email' : 'sms',
        person_ids: [person_id],
        except_ids: null,
        send_at: null,
        resend_of: progress.id,
      })
    },
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries(progressQuery(progress.id)),
        client.invalidateQueries({ queryKey: peopleQuery().queryKey }),
      ])
      onClose()
    },
  })
  return (
    <div className="mt-2 grid gap-2 pb-2">
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          className="min-w-60 flex-1"
          label={t(`mend.${field}`)}
          type={field === 'email' ? 'email' : 'tel'}
          value={value}
          onChange={(change) => setTyped(change.currentTarget.value)}
        />
        <Button
          disabled={value.trim() === '' || !person}
          busy={mending.isPending && t('sending')}
          onClick={() => mending.mutate()}
        >
          {t('mend.send')}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {words('cancel')}
        </Button>
      </div>
      <FormError text={mending.error ? errorText(mending.error, t('mend.failed')) : undefined} />
    </div>
  )
}

function reasonOf({ channel, kind, detail }: Problem, t: ReturnType<typeof useText>): string {
  if (kind === 'failed') return detail ?? t('progress.failed_reason')
  if (kind === 'unknown') return t('progress.unknown_reason')
  return reasonText({ channel, reason: kind }, t)
}
