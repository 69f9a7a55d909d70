import type { Event } from '@muster/contract/events'
import { isSecondTime } from '@muster/contract/rules/clock-change'
import { DAY_MS, HOUR_MS } from '@muster/contract/rules/instants'
import { hasSensibleYear } from '@muster/contract/rules/sensible-year'
import { wallToInstant } from '@muster/contract/rules/wall-time'
import { instantToWall, isOutsideEvent } from '@muster/contract/rules/zone'
import { type ReactNode, useId, useRef } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useDateFormat } from '../../format/dates.ts'
import { zoneInWords } from '../../format/time-zones.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { ClockNote, NextDay } from '../../ui/controls/clock/clock-notes.tsx'
import { fieldsClass } from '../../ui/controls/field.tsx'
import { NativeSelect } from '../../ui/controls/native-select.tsx'
import { ReadOnly } from '../../ui/controls/read-only.ts'
import { TextField } from '../../ui/controls/text-field.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { LAST_WALL, useSensibleYear } from '../../ui/hooks/use-sensible-year.ts'
import type { ShiftChange } from './api.ts'
import { useText } from './texts.ts'

export type ShiftDraft = {
  role_id: string
  starts: string
  ends: string
  /** D25: of a time that comes twice, the second is meant. */
  starts_second: boolean
  ends_second: boolean
  /** More than 24 hours are meant. */
  is_long: boolean
  required_qty: string
}

const MAX_NEEDED = 10_000

export function ShiftForm({
  title,
  form,
  event,
  keepsLength = false,
  busy,
  warning,
  error,
  extra,
  onSubmit,
  children,
}: {
  title: string
  form: UseFormReturn<ShiftDraft>
  event: Event
  /** For a new shift only: on an existing one, people would be notified of an end that the administrator did not type. */
  keepsLength?: boolean
  busy: boolean
  warning?: string | undefined
  error?: string | undefined
  extra?: ReactNode
  onSubmit: (draft: ShiftDraft) => void
  children: ReactNode
}) {
  const t = useText()
  const id = useId()
  const { roles, time_zone: timeZone } = event
  const { register, handleSubmit, getValues, setValue, formState, control } = form
  const { errors } = formState
  const keepLength = useKeptLength(form, timeZone)
  const [starts, ends] = useWatch({ control, name: ['starts', 'ends'] })
  const format = useDateFormat(timeZone)
  const sensibleYear = useSensibleYear()

  return (
    <form
      className="grid grid-cols-1 gap-4"
      noValidate
      aria-labelledby={id}
      onSubmit={handleSubmit(onSubmit)}
    >
      <h3 id={id} className="text-lead">
        {title}
      </h3>
      <div
        className={fieldsClass({
          className: 'items-start wide:grid-cols-[minmax(0,1.4fr)_1fr_1fr_9rem]',
        })}
      >
        <ReadOnly value={busy}>
          <NativeSelect
            label={t('form.role')}
            error={errors.role_id?.message}
            // react-hook-form reads the preset from the select, and treats another value as a change.
            defaultValue={formState.defaultValues?.role_id}
            {...register('role_id', { required: t('form.role_required') })}
          >
            <option value="">{t('form.choose_role')}</option>
            {roles.map((role) => (
              <option key={role.id} value={role.id}>
                {role.name}
              </option>
            ))}
          </NativeSelect>
          <TextField
            label={t('form.starts')}
            type="datetime-local"
            max={LAST_WALL}
            hint={t('form.times_in', { zone: zoneInWords(timeZone) })}
            error={errors.starts?.message}
            {...register('starts', {
              required: t('form.start_required'),
              validate: sensibleYear,
              ...(keepsLength && { onChange: keepLength }),
              deps: ['ends'],
            })}
          />
          <TextField
            label={t('form.ends')}
            type="datetime-local"
            max={LAST_WALL}
            error={errors.ends?.message}
            {...register('ends', {
              required: t('form.end_required'),
              validate: {
                sensibleYear,
                after: () => isAfter(getValues(), timeZone) || t('form.end_before_start'),
              },
            })}
          />
          <TextField
            label={t('form.needed')}
            type="number"
            inputMode="numeric"
            min={1}
            max={MAX_NEEDED}
            step={1}
            error={errors.required_qty?.message}
            {...register('required_qty', {
              validate: {
                whole: (needed) =>
                  /^\d+$/.test(needed) && Number(needed) >= 1 ? true : t('form.needed_required'),
                max: (needed) => Number(needed) <= MAX_NEEDED || t('form.needed_max'),
              },
            })}
          />
        </ReadOnly>
      </div>
      <ClockNote wall={starts} timeZone={timeZone} second={register('starts_second')} />
      <ClockNote wall={ends} timeZone={timeZone} second={register('ends_second')} />
      <NextDay
        {...{ starts, ends, timeZone }}
        onAccept={(next) => setValue('ends', next, { shouldDirty: true, shouldValidate: true })}
      />
      {isLong({ starts, ends }) && (
        <Checkbox
          label={t('form.long', {
            hours: Math.round(lengthOf({ starts, ends }) / HOUR_MS),
            until: format.dateTime(wallToInstant(ends, timeZone)),
          })}
          error={errors.is_long?.message}
          {...register('is_long', { validate: (is_long) => is_long || t('form.long_required') })}
        />
      )}
      {hasSensibleYear(starts) && isOutsideEvent({ start_dt: wallToInstant(starts, timeZone) }, event) && (
        <output className="block text-meta text-wait">{t('form.outside')}</output>
      )}
      {warning && <output className="block text-meta text-wait">{warning}</output>}
      <ReadOnly value={busy}>{extra}</ReadOnly>
      <FormError text={error} />
      <div className="flex flex-wrap gap-3">{children}</div>
    </form>
  )
}

export function draftOf(
  shift: { role_id: string; start_dt: string; end_dt: string; required_qty: number },
  timeZone: string,
): ShiftDraft {
  return {
    role_id: shift.role_id,
    starts: instantToWall(shift.start_dt, timeZone),
    ends: instantToWall(shift.end_dt, timeZone),
    starts_second: isSecondTime(shift.start_dt, timeZone),
    ends_second: isSecondTime(shift.end_dt, timeZone),
    is_long: Date.parse(shift.end_dt) - Date.parse(shift.start_dt) > DAY_MS,
    required_qty: String(shift.required_qty),
  }
}

export function bodyOf(
  { role_id, starts, ends, starts_second, ends_second, required_qty }: ShiftDraft,
  timeZone: string,
) {
  return {
    role_id,
    start_dt: wallToInstant(starts, timeZone, starts_second),
    end_dt: wallToInstant(ends, timeZone, ends_second),
    required_qty: Number(required_qty),
  } satisfies ShiftChange
}

export const issueFields = {
  role_id: 'role_id',
  start_dt: 'starts',
  end_dt: 'ends',
  required_qty: 'required_qty',
} as const satisfies Record<string, keyof ShiftDraft>

function useKeptLength({ getValues, setValue }: UseFormReturn<ShiftDraft>, timeZone: string) {
  const before = useRef(getValues('starts'))
  return () => {
    const { starts, ends } = getValues()
    if (!hasSensibleYear(starts)) return
    if (hasSensibleYear(before.current) && hasSensibleYear(ends)) {
      const length = instantOf(ends, timeZone) - instantOf(before.current, timeZone)
      const end = new Date(instantOf(starts, timeZone) + length).toISOString()
      if (length > 0) setValue('ends', instantToWall(end, timeZone), { shouldDirty: true })
    }
    before.current = starts
  }
}

function isAfter(draft: ShiftDraft, timeZone: string): boolean {
  if (!hasSensibleYear(draft.starts)) return true
  const { start_dt, end_dt } = bodyOf(draft, timeZone)
  return end_dt > start_dt
}

type Walls = Pick<ShiftDraft, 'starts' | 'ends'>

/** D25: a wrong month is easily typed, and would block the people of the shift for weeks. */
function isLong(walls: Walls): boolean {
  return hasSensibleYear(walls.starts) && hasSensibleYear(walls.ends) && lengthOf(walls) > DAY_MS
}

/** In milliseconds of the clock. */
function lengthOf({ starts, ends }: Walls): number {
  return Date.parse(`${ends}Z`) - Date.parse(`${starts}Z`)
}

function instantOf(wall: string, timeZone: string): number {
  return Date.parse(wallToInstant(wall, timeZone))
}
