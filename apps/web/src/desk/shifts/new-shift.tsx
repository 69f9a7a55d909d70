import type { Event } from '@muster/contract/events'
import type { TimeWindow } from '@muster/contract/rules/time-conflict'
import type { Shift } from '@muster/contract/shifts'
import { Suspense, useId, useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useDateFormat } from '../../format/dates.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { Segmented } from '../../ui/controls/radio-cards.tsx'
import { useReportUnsaved } from '../../ui/hooks/use-report-unsaved.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { lazyPart, useLoadAhead } from '../../ui/page/lazy-part.tsx'
import { OneShift } from './form/one-shift.tsx'
import { copyDraft, firstDraft, type ShiftDraft } from './form/shift-draft.ts'
import { useText } from './form/texts.ts'

const ManyShifts = lazyPart(() => import('./builder/many-shifts.tsx'))
const PasteRows = lazyPart(() => import('./builder/paste-rows.tsx'))

type Way = 'one' | 'many' | 'paste'

/** Adds shifts, one by one or many at once, or copies `source`. Fills its container, from 320 px on. */
export default function NewShift({
  event,
  source,
  role_id,
  times,
  startsWith = 'one',
  onUnsaved,
  onAdded,
  onClose,
  onLeave,
}: {
  event: Event
  source?: Shift | undefined
  /** Preset. */
  role_id?: string | undefined
  times?: TimeWindow | undefined
  startsWith?: Way | undefined
  onUnsaved: (isUnsaved: boolean) => void
  onAdded: (shift: Shift) => void
  /** After it was saved. */
  onClose: () => void
  /** May ask about what is unsaved. */
  onLeave: () => void
}) {
  const t = useText()
  const id = useId()
  const format = useDateFormat(event.time_zone)
  const [way, setWay] = useState<Way>(startsWith)
  const [opened, setOpened] = useState<ReadonlySet<Way>>(new Set<Way>([startsWith]))
  const report = useUnsavedOfEach(onUnsaved)
  const form = useForm<ShiftDraft>({
    mode: 'onTouched',
    defaultValues: source ? copyDraft(event, source) : firstDraft(event, role_id, times),
  })
  useLoadAhead([ManyShifts])
  const title = t(source ? 'duplicate' : 'add')
  return (
    <section className="ways @container pt-4" aria-labelledby={id}>
      <header className="form-part flex items-center justify-between gap-3 pb-3">
        <h3 id={id} className="text-h3 font-bold">
          {title}
        </h3>
        <IconButton label={t('close')} onClick={onLeave}>
          <Icon name="cross" />
        </IconButton>
      </header>
      <div className="form-part pb-4">
        {source ? (
          <p className="text-compact text-ink-2">
            {t('duplicate_of', {
              shift: [
                source.role.name,
                `${format.shortDay(format.isoDate(source.start_dt))} ${format.timeRange(source.start_dt, source.end_dt)}`,
                t('people', { count: source.required_qty }),
              ].join(', '),
            })}
          </p>
        ) : (
          <Segmented
            legend={t('how')}
            hideLegend
            isFull
            choices={(['one', 'many', 'paste'] as const).map((value) => ({ value, label: t(value) }))}
            value={way}
            onChange={(next) => {
              setWay(next)
              setOpened((before) => new Set([...before, next]))
            }}
          />
        )}
      </div>
      {/* Kept while another way is looked at. */}
      <div hidden={way !== 'one'}>
        <OneShift
          title={title}
          form={form}
          event={event}
          source={source}
          onUnsaved={report.one}
          onAdded={({ shifts: [first, ...others] }) => first && others.length === 0 && onAdded(first)}
          onClose={onClose}
          onLeave={onLeave}
        />
      </div>
      {opened.has('many') && (
        <div hidden={way !== 'many'}>
          <Suspense fallback={null}>
            <ManyShifts
              event={event}
              like={form.getValues()}
              onUnsaved={report.many}
              onClose={onClose}
              onLeave={onLeave}
            />
          </Suspense>
        </div>
      )}
      {opened.has('paste') && (
        <div hidden={way !== 'paste'}>
          <Suspense fallback={null}>
            <PasteRows event={event} onUnsaved={report.paste} onClose={onClose} onLeave={onLeave} />
          </Suspense>
        </div>
      )}
    </section>
  )
}

/** Reports whether any of the ways has something unsaved. */
function useUnsavedOfEach(onUnsaved: (isUnsaved: boolean) => void) {
  const [unsaved, setUnsaved] = useState<ReadonlySet<Way>>(new Set())
  useReportUnsaved(unsaved.size > 0, onUnsaved)
  return useMemo(() => {
    const of = (way: Way) => (isUnsaved: boolean) =>
      setUnsaved((before) => {
        const next = new Set(before)
        if (isUnsaved) next.add(way)
        else next.delete(way)
        return next
      })
    return { one: of('one'), many: of('many'), paste: of('paste') }
  }, [])
}
