import type { Event } from '@muster/contract/events'
import { reviewSlots } from '@muster/contract/rules/review-slots'
import type { Shift } from '@muster/contract/shifts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { now } from '../../../clock.ts'
import { useDateFormat } from '../../../format/dates.ts'
import { showUndoable } from '../../../ui/consequences/undo-batch.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { ReadOnly } from '../../../ui/controls/read-only.ts'
import { FormError } from '../../../ui/feedback/form-error.tsx'
import { announce } from '../../../ui/feedback/live-region.tsx'
import { showIssues } from '../../../ui/hooks/show-issues.ts'
import { useIsMounted } from '../../../ui/hooks/use-is-mounted.ts'
import { useReportUnsaved } from '../../../ui/hooks/use-report-unsaved.ts'
import { showFailure } from '../../../ui/overlays/failure-dialog.tsx'
import { batchProblem, newShiftOf, refreshShifts, type SavedBatch, saveBatch, shiftsQuery } from '../api.ts'
import { type Added, AddedNow } from './added-now.tsx'
import { FormFoot } from './form-foot.tsx'
import { RepeatFields } from './repeat-fields.tsx'
import { ReviewNote } from './review-note.tsx'
import { nextDraft, type ShiftDraft, slotsOfDraft, wordsOf } from './shift-draft.ts'
import { rowIssueFields, ShiftFields } from './shift-form.tsx'
import { TakePeople, useWithLeftOut } from './take-people.tsx'
import { useText } from './texts.ts'

type Way = 'next' | 'close'

/** Adds a shift, on several days or one after the other too, and stays open for the next one. */
export function OneShift({
  title,
  form,
  event,
  source,
  onUnsaved,
  onAdded,
  onClose,
  onLeave,
}: {
  title: string
  form: UseFormReturn<ShiftDraft>
  event: Event
  /** It is a copy of this shift. */
  source: Shift | undefined
  onUnsaved: (isUnsaved: boolean) => void
  /** Called for what is added when the form closes. */
  onAdded: (saved: SavedBatch) => void
  onClose: () => void
  onLeave: () => void
}) {
  const t = useText()
  const isCopy = source !== undefined
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  const format = useDateFormat(event.time_zone)
  const client = useQueryClient()
  const isMounted = useIsMounted()
  const withLeftOut = useWithLeftOut()
  const { control, formState, handleSubmit, reset, setFocus, setError } = form
  const { isDirty } = formState
  const [added, setAdded] = useState<readonly Added[]>([])
  const [withTwins, setWithTwins] = useState(false)
  const [withPeople, setWithPeople] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { data: shifts = [] } = useQuery(shiftsQuery(event.id))
  const draft = useWatch({ control, compute: (values: ShiftDraft) => values })
  const slotsOf = (of: ShiftDraft) =>
    reviewSlots(of.role_id === '' ? [] : slotsOfDraft(of, event.time_zone), shifts)
  const chosenOf = (of: ShiftDraft) =>
    slotsOf(of).flatMap(({ slot, twin }) => (twin && !withTwins ? [] : [slot]))

  const rowsOf = (of: ShiftDraft) =>
    chosenOf(of).map((slot) => ({ ...newShiftOf(event.id, slot), ...wordsOf(of) }))
  const withPeopleOf = ({ id: people_of }: Shift, of: ShiftDraft) =>
    rowsOf(of).map((row) => ({ ...row, people_of }))

  const creation = useMutation({
    mutationFn: ({ sent }: { sent: ShiftDraft; way: Way }) =>
      saveBatch({ create: source && withPeople ? withPeopleOf(source, sent) : rowsOf(sent) }),
    onMutate: () => setProblem(undefined),
    onSuccess: async (saved, { sent, way }) => {
      await refreshShifts(client, event.id)
      const text = withLeftOut(t('added', { count: saved.shifts.length }), saved.left_out)
      if (way === 'close' || !isMounted()) showUndoable(text, saved.batch_id)
      else announce(text)
      if (!isMounted()) return
      if (way === 'close') {
        onAdded(saved)
        onClose()
        return
      }
      setAdded((before) => [{ ...saved, at: now().getTime() }, ...before])
      setWithTwins(false)
      reset(nextDraft(sent, saved.shifts, event.time_zone))
      setFocus('from')
    },
    onError: (error) => {
      const text = batchProblem(error, t('create_failed'))
      if (!isMounted()) showFailure(text)
      else if (!showIssues(error, setError, rowIssueFields)) showFailure(text)
    },
  })
  const isBusy = creation.isPending
  useReportUnsaved(isDirty && !isBusy, onUnsaved)
  useEffect(() => setFocus(form.getValues('role_id') === '' ? 'role_id' : 'from'), [setFocus, form])

  const submit = (way: Way) =>
    handleSubmit((sent) => {
      if (isBusy) return
      if (chosenOf(sent).length === 0) setProblem(t('review.nothing'))
      else creation.mutate({ sent, way })
    })
  const usual: Way = isCopy ? 'close' : 'next'
  const onKeyDown = useEffectEvent((event_: KeyboardEvent) => {
    if (event_.key !== 'Enter' || !(event_.ctrlKey || event_.metaKey)) return
    event_.preventDefault()
    void submit(event_.shiftKey ? 'close' : usual)()
  })
  useEffect(() => {
    const listening = element.current
    const listen = (event_: KeyboardEvent) => onKeyDown(event_)
    listening?.addEventListener('keydown', listen)
    return () => listening?.removeEventListener('keydown', listen)
  }, [])
  const reviewed = slotsOf(draft)
  const chosen = chosenOf(draft)
  const places = chosen.reduce((sum, { required_qty }) => sum + required_qty, 0)
  const days = [...new Set(chosen.map(({ start_dt }) => format.isoDate(start_dt)))]
  const [day] = days
  const savingWay = isBusy ? creation.variables.way : undefined
  return (
    <form noValidate aria-labelledby={id} onSubmit={submit(usual)} ref={element}>
      <h4 id={id} className="sr-only">
        {title}
      </h4>
      <div className="form-part grid grid-cols-1 gap-4">
        <ReadOnly value={isBusy}>
          <ShiftFields form={form} event={event} hasManyDays={isCopy} />
          <ReviewNote
            event={event}
            reviewed={reviewed}
            withTwins={withTwins}
            saysOverlap={isCopy}
            onTwins={setWithTwins}
          />
          <RepeatFields form={form} event={event} hasDays={isCopy} />
          {source && (
            <TakePeople
              shifts={[source]}
              create={withPeopleOf(source, draft)}
              isOn={withPeople}
              onChange={setWithPeople}
            />
          )}
        </ReadOnly>
        <FormError text={problem} />
        <AddedNow
          event={event}
          added={added}
          onUndone={(batch_id) => {
            setAdded((before) => before.filter((each) => each.batch_id !== batch_id))
            setFocus('from')
          }}
        />
      </div>
      <FormFoot
        sum={`${t('shifts', { count: chosen.length })}, ${t('places', { count: places })}`}
        detail={isCopy ? days.map(format.shortDay).join(', ') : t('seen_at_once')}
      >
        {isCopy ? (
          <>
            <Button kind="line" aria-disabled={isBusy} onClick={isBusy ? undefined : onLeave}>
              {t('cancel')}
            </Button>
            <Button type="submit" busy={isBusy && t('saving')}>
              {days.length === 1 && day !== undefined
                ? t('duplicate_to', { day: format.shortDay(day) })
                : t('duplicate_to_days', { count: days.length })}
            </Button>
          </>
        ) : (
          <>
            <Button
              kind="line"
              aria-disabled={isBusy}
              busy={savingWay === 'close' && t('saving')}
              onClick={() => void submit('close')()}
            >
              {t('save_close')}
            </Button>
            <Button type="submit" aria-disabled={isBusy} busy={savingWay === 'next' && t('saving')}>
              {t('save_next')}
            </Button>
          </>
        )}
      </FormFoot>
    </form>
  )
}
