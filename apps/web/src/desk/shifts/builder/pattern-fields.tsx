import type { Event } from '@muster/contract/events'
import { MINUTE_MS } from '@muster/contract/rules/instants'
import { countSlots, type SlotPattern, unfittingStart } from '@muster/contract/rules/shift-slots'
import { readTypedTime } from '@muster/contract/rules/typed-time'
import { formatDuration } from '../../../format/duration.ts'
import { zoneInWords } from '../../../format/time-zones.ts'
import { TimeField, useTimeFault } from '../../../ui/controls/clock/time-field.tsx'
import { labelClass } from '../../../ui/controls/field.tsx'
import { NativeSelect } from '../../../ui/controls/native-select.tsx'
import { Stepper } from '../../../ui/controls/stepper.tsx'
import { DayChips } from '../form/day-chips.tsx'
import { RoleChips } from '../form/role-chips.tsx'
import { useText as useFormText } from '../form/texts.ts'
import { isNumberOfPeople, neededOf, type PatternDraft } from './pattern-draft.ts'
import { useText } from './texts.ts'

/** Minutes that the lists offer. */
const LENGTHS = [15, 30, 45, 60, 75, 90, 105, 120, 135, 150, 165, 180, 210, 240, 300, 360, 420, 480, 600, 720]
const STEP = 15

type FieldsProps = {
  event: Event
  draft: PatternDraft
  pattern: SlotPattern | undefined
  /** Whether the form was sent. Only then the fields name what is missing. */
  isTried: boolean
  onChange: (changed: Partial<PatternDraft>) => void
}

export function PatternFields({ event, draft, pattern, isTried, onChange }: FieldsProps) {
  const t = useText()
  const tf = useFormText()
  const fault = useTimeFault()
  const { role_ids, days, from, to, length, every } = draft
  const roles = event.roles.filter(({ id }) => role_ids.includes(id))
  return (
    <>
      <RoleChips
        event={event}
        legend={t('roles')}
        chosen={role_ids}
        error={isTried && role_ids.length === 0 ? t('roles_required') : undefined}
        onToggle={(role_id) => onChange({ role_ids: toggled(role_ids, role_id) })}
      />
      <DayChips
        event={event}
        legend={t('days')}
        chosen={days}
        error={isTried && days.length === 0 ? t('days_required') : undefined}
        onToggle={(day) => onChange({ days: toggled(days, day) })}
      />
      <div className="pairs">
        <TimeField
          label={t('from')}
          value={from}
          error={isTried || from !== '' ? fault(from, t('from_required')) : undefined}
          onChange={(value) => onChange({ from: value })}
        />
        <TimeField
          label={t('to')}
          value={to}
          isEnd
          after={readTypedTime(from)}
          error={isTried || to !== '' ? fault(to, t('to_required'), true) : undefined}
          onChange={(value) => onChange({ to: value })}
        />
        <NativeSelect
          label={t('length')}
          value={length}
          onChange={({ target }) => onChange({ length: Number(target.value) })}
        >
          <Lengths chosen={length} wordsOf={(text) => text} />
        </NativeSelect>
        <NativeSelect
          label={t('every')}
          value={every ?? length}
          onChange={({ target }) =>
            onChange({ every: Number(target.value) === length ? null : Number(target.value) })
          }
        >
          <Lengths chosen={every ?? length} wordsOf={(text) => t('every_length', { length: text })} />
        </NativeSelect>
      </div>
      <p className="text-hint text-ink-3">{tf('times_in', { zone: zoneInWords(event.time_zone) })}</p>
      <Sentence draft={draft} pattern={pattern} />
      {roles.length > 0 && (
        <fieldset>
          <legend className={labelClass}>{t('needed')}</legend>
          {roles.map(({ id, name }) => (
            <div key={id} className="flex min-h-13 items-center justify-between gap-3">
              <span className="min-w-0 wrap-anywhere" aria-hidden="true">
                {name}
              </span>
              <Stepper
                label={name}
                hideLabel
                min={1}
                max={10_000}
                value={neededOf(draft, id)}
                error={isNumberOfPeople(neededOf(draft, id)) ? undefined : tf('needed_required')}
                onChange={(value) => onChange({ needed: { ...draft.needed, [id]: value } })}
              />
            </div>
          ))}
        </fieldset>
      )}
    </>
  )
}

function Lengths({ chosen, wordsOf }: { chosen: number; wordsOf: (text: string) => string }) {
  return [...new Set([...LENGTHS, chosen])]
    .toSorted((a, b) => a - b)
    .map((minutes) => (
      <option key={minutes} value={minutes}>
        {wordsOf(inWords(minutes))}
      </option>
    ))
}

/** Says whether there is a break or an overlap, and what does not fit. */
function Sentence({ draft, pattern }: Pick<FieldsProps, 'draft' | 'pattern'>) {
  const t = useText()
  const { length, to } = draft
  const every = draft.every ?? length
  const gap = every - length
  const unfitting = pattern && unfittingStart(pattern)
  const isNone = pattern !== undefined && countSlots(pattern) === 0
  return (
    <output className="rounded-control bg-sunken px-4 py-3 text-compact/normal text-ink-2">
      <b className="font-semibold text-ink">
        {gap === 0 && t('no_break')}
        {gap > 0 && t('break', { length: inWords(gap) })}
        {gap < 0 && t('overlap', { length: inWords(-gap) })}
      </b>{' '}
      {gap === 0 && length > STEP
        ? t('no_break_hint', { longer: inWords(length + STEP), shorter: inWords(length - STEP) })
        : gap !== 0 && t('neither_hint', { length: inWords(length) })}
      {unfitting !== undefined && !isNone && (
        <span className="block text-wait">{t('unfitting', { start: unfitting, to })}</span>
      )}
      {isNone && <span className="block text-wait">{t('none_fits')}</span>}
    </output>
  )
}

function inWords(minutes: number): string {
  return formatDuration(minutes * MINUTE_MS)
}

function toggled(all: readonly string[], one: string): string[] {
  return all.includes(one) ? all.filter((each) => each !== one) : [...all, one]
}
