import type { CopiedEvent, Event } from '@muster/contract/events'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { refreshOrganization } from '../../../api/organization-key.ts'
import { now } from '../../../clock.ts'
import { useDateFormat } from '../../../format/dates.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { FormError } from '../../../ui/feedback/form-error.tsx'
import { useMaxLength } from '../../../ui/hooks/use-max-length.ts'
import { LAST_WALL } from '../../../ui/hooks/use-sensible-year.ts'
import { CancelButton } from '../../../ui/overlays/cancel-button.tsx'
import {
  dialogBodyClass,
  dialogClass,
  dialogFootClass,
  dialogHeadClass,
} from '../../../ui/overlays/dialog-classes.ts'
import { showFailure } from '../../../ui/overlays/failure-dialog.tsx'
import { Modal } from '../../../ui/overlays/modal.tsx'
import { Icon } from '../../../ui/page/icon.tsx'
import { copyEvent, storeEvent, updateEvent } from '../api.ts'
import { CopiedDates } from './copied-dates.tsx'
import { daysTo, proposedDay, proposedName } from './copy-dates.ts'
import { LeftOut } from './left-out.tsx'
import { useActText } from './texts.ts'

type DuplicateDialogProps = {
  event: Event
  onClose: () => void
  onCopied: (copy: Event) => void
}

type Parts = { roles: boolean; shifts: boolean; settings: boolean; people: boolean; archive: boolean }
const MOST_LETTERS = 100
const PARTS: Parts = { roles: true, shifts: true, settings: true, people: false, archive: false }

/** D47 */
export default function DuplicateDialog({ event, onClose, onCopied }: DuplicateDialogProps) {
  const t = useActText()
  const [first_day, setFirstDay] = useState(() => proposedDay(event, now().toISOString()))
  const [typed, setName] = useState<string>()
  const [parts, setParts] = useState(PARTS)
  const [submitted, setSubmitted] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const formId = useId()
  const name = typed ?? proposedName(event, first_day)
  const days = daysTo(event, first_day)
  const { copying, copied } = useCopy(event, onCopied)
  const busy = copying.isPending
  const submit = () => {
    setSubmitted(true)
    if (name.trim() === '' || name.length > MOST_LETTERS || days === undefined) return
    copying.mutate({ name, first_day, parts })
  }
  if (copied) return <LeftOut copy={copied} onClose={() => onCopied(copied)} />
  return (
    <Wide
      title={t('duplicate.title')}
      source={event}
      busy={busy}
      initialFocus={field}
      onClose={onClose}
      foot={
        <>
          <FormError
            text={copying.error ? errorText(copying.error, t('duplicate.failed')) : undefined}
            className="w-full pb-1"
          />
          <p className="mr-auto self-center text-meta text-ink-2 max-tablet:w-full">{t('duplicate.foot')}</p>
          <CancelButton busy={busy} onClose={onClose} />
          <Button type="submit" form={formId} busy={busy && t('duplicate.busy')}>
            {t('duplicate.title')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid content-start gap-5"
        onSubmit={(event_) => {
          event_.preventDefault()
          submit()
        }}
      >
        <NameField name={name} inputRef={field} isBad={submitted} readOnly={busy} onChange={setName} />
        <DayField {...{ event, first_day, days }} readOnly={busy} isBad={submitted} onChange={setFirstDay} />
        <PartBoxes event={event} parts={parts} onChange={(change) => setParts({ ...parts, ...change })} />
      </form>
      {days !== undefined && <CopiedDates event={event} days={days} settings={parts.settings} />}
    </Wide>
  )
}

/** Stays open with those who were left out, and otherwise reports the copy at once. */
function useCopy(event: Event, onCopied: (copy: Event) => void) {
  const client = useQueryClient()
  const t = useActText()
  const [copied, setCopied] = useState<CopiedEvent>()
  /** The copy is made all the same. */
  const archiveOld = () =>
    updateEvent(event.id, { archived: true }, false).then(
      (saved) => storeEvent(client, saved),
      (error: unknown) => showFailure(errorText(error, t('duplicate.archive_failed', { name: event.name }))),
    )
  const copying = useMutation({
    mutationFn: async ({ name, first_day, parts }: { name: string; first_day: string; parts: Parts }) => {
      const { roles, shifts, settings, people, archive } = parts
      const copy = await copyEvent(event.id, {
        name,
        first_day,
        roles,
        shifts,
        settings,
        people: people ? 'picked' : 'none',
      })
      if (archive) await archiveOld()
      return copy
    },
    onSuccess: (copy) => {
      storeEvent(client, copy)
      if (copy.left_out.length > 0) setCopied(copy)
      else onCopied(copy)
    },
    onSettled: () => void refreshOrganization(client),
  })
  return { copying, copied }
}

type WideProps = {
  title: string
  source: Event
  busy: boolean
  initialFocus: React.RefObject<HTMLElement | null>
  foot: ReactNode
  onClose: () => void
  children: ReactNode
}

function Wide({ title, source, busy, initialFocus, foot, onClose, children }: WideProps) {
  const t = useActText()
  const id = useId()
  const format = useDateFormat(source.time_zone)
  const days = format.dayRange(source.event_date_start, source.event_date_end)
  return (
    <Modal
      className={dialogClass({ size: 'wide' })}
      labelledBy={id}
      busy={busy}
      onClose={onClose}
      initialFocus={initialFocus}
    >
      <header className={dialogHeadClass({ className: 'pr-3' })}>
        <div>
          <h2 id={id} tabIndex={-1} className="pt-2">
            {title}
          </h2>
          <p className="text-ink-2">{t('duplicate.from', { name: source.name, days })}</p>
        </div>
        <IconButton label={t('close')} aria-disabled={busy} onClick={busy ? undefined : onClose}>
          <Icon name="cross" />
        </IconButton>
      </header>
      <div className={dialogBodyClass}>
        <div className="grid gap-x-8 gap-y-6 tablet:grid-cols-2">{children}</div>
      </div>
      <footer className={`${dialogFootClass} border-t border-line`}>{foot}</footer>
    </Modal>
  )
}

type NameFieldProps = {
  name: string
  inputRef: React.RefObject<HTMLInputElement | null>
  isBad: boolean
  readOnly: boolean
  onChange: (name: string) => void
}

function NameField({ name, inputRef, isBad, readOnly, onChange }: NameFieldProps) {
  const t = useActText()
  const tooLong = useMaxLength()(MOST_LETTERS)
  const problem = () => {
    if (name.length > MOST_LETTERS) return tooLong.message
    return isBad && name.trim() === '' ? t('duplicate.name_required') : undefined
  }
  return (
    <TextField
      label={t('duplicate.name')}
      ref={inputRef}
      autoComplete="off"
      readOnly={readOnly}
      value={name}
      error={problem()}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

type DayFieldProps = {
  event: Event
  first_day: string
  days: number | undefined
  isBad: boolean
  readOnly: boolean
  onChange: (day: string) => void
}

function DayField({ event, first_day, days, isBad, readOnly, onChange }: DayFieldProps) {
  const t = useActText()
  const format = useDateFormat('UTC')
  const before = useDateFormat(event.time_zone).weekday(event.event_date_start)
  const hint = () => {
    if (days === undefined) return undefined
    const weekday = format.weekday(`${first_day}T12:00:00.000Z`)
    return days % 7 === 0
      ? t('duplicate.same_weekday', { weekday, count: days })
      : t('duplicate.other_weekday', { weekday, before, count: days })
  }
  return (
    <TextField
      label={t('duplicate.first_day')}
      type="date"
      max={LAST_WALL.slice(0, 10)}
      readOnly={readOnly}
      value={first_day}
      hint={hint()}
      error={isBad && days === undefined ? t('duplicate.day_required') : undefined}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

type PartBoxesProps = { event: Event; parts: Parts; onChange: (change: Partial<Parts>) => void }

function PartBoxes({ event, parts, onChange }: PartBoxesProps) {
  const t = useActText()
  const shifts = event.roles.reduce((sum, { shift_count }) => sum + shift_count, 0)
  const boxes: { part: keyof Parts; label: string; hint: string; disabled?: boolean }[] = [
    {
      part: 'roles',
      label: t('duplicate.roles', { count: event.roles.length }),
      hint: t('duplicate.roles_hint'),
    },
    {
      part: 'shifts',
      label: t('duplicate.shifts', { count: shifts }),
      hint: t('duplicate.shifts_hint', { count: event.coverage.needed }),
      disabled: !parts.roles,
    },
    { part: 'settings', label: t('duplicate.settings'), hint: t('duplicate.settings_hint') },
    {
      part: 'people',
      label: t('duplicate.people', { count: event.people_count }),
      hint: t('duplicate.people_hint'),
      disabled: !parts.shifts,
    },
    ...(event.archived
      ? []
      : [{ part: 'archive' as const, label: t('duplicate.archive'), hint: t('duplicate.archive_hint') }]),
  ]
  return (
    <fieldset>
      <legend className="sr-only">{t('duplicate.parts')}</legend>
      <div className="divide-y divide-line rounded-control border border-line">
        {boxes.map(({ part, label, hint, disabled = false }) => (
          <Checkbox
            key={part}
            className={`px-3.5 py-1 ${disabled ? 'text-ink-3' : ''}`}
            label={label}
            hint={hint}
            checked={parts[part]}
            disabled={disabled}
            onChange={({ target: { checked } }) => onChange(withNeeded(part, checked))}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** Shifts need their roles, and people their shifts. */
function withNeeded(part: keyof Parts, checked: boolean): Partial<Parts> {
  if (part === 'roles' && !checked) return { roles: false, shifts: false, people: false }
  if (part === 'shifts' && !checked) return { shifts: false, people: false }
  return { [part]: checked }
}
