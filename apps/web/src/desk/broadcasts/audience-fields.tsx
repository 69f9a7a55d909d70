import type { BroadcastPreview } from '@muster/contract/broadcasts'
import type { Event } from '@muster/contract/events'
import type { AudienceStatus } from '@muster/contract/rules/broadcast-audience'
import { listDays } from '@muster/contract/rules/list-days'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useDateFormat } from '../../format/dates.ts'
import { CheckMenu } from '../../ui/controls/check-menu.tsx'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { shiftsQuery } from '../shifts/api.ts'
import { tagsQuery } from '../tags/api.ts'
import { countChannel, countUndeliverable, countWithoutShift } from './count-deliverable.ts'
import { nobodyText } from './nobody-text.ts'
import { PeopleSheet } from './people-sheet.tsx'
import { useTagNames } from './tag-names.ts'
import { useText } from './texts.ts'
import { type Draft, problemOf } from './use-broadcast-draft.ts'

type AudienceProps = {
  event: Event
  draft: Draft
  preview: BroadcastPreview | undefined
  isLocked: boolean
  onChange: (changes: Partial<Draft>) => void
}

export const FIELDS_ID = 'broadcast-fields'

/** The order of the figures everywhere (D67). */
export const STATUSES = [
  'CONFIRMED',
  'asked',
  'expired',
  'not_asked',
  'DECLINED',
  'WAITING',
  'new_time_open',
] as const satisfies readonly AudienceStatus[]

export function AudienceFields({ event, draft, preview, isLocked, onChange }: AudienceProps) {
  const t = useText()
  const id = useId()
  const [isPicking, setIsPicking] = useState(false)
  const { statuses } = draft
  return (
    <section>
      <div className="flex min-h-7.5 items-center justify-between gap-3">
        <h2 id={FIELDS_ID} className="text-lead/heading" tabIndex={-1}>
          {t('whom')}
        </h2>
        <button
          type="button"
          className="link-button"
          disabled={isLocked || !preview}
          onClick={() => setIsPicking(true)}
        >
          {t('pick_people')}
        </button>
      </div>
      <div className="mt-1.5 grid gap-x-2 gap-y-1.5 tablet:grid-cols-[64px_minmax(0,1fr)]">
        <Row label={t('shifts')} describedBy={`${id}-error`}>
          {(['past', 'current', 'upcoming'] as const).map((group) => (
            <ChoiceChip
              key={group}
              label={t(`groups.${group}`)}
              count={preview?.groups[group]}
              isOn={draft[FIELD_OF[group]]}
              onChange={(isOn) => onChange({ [FIELD_OF[group]]: isOn })}
            />
          ))}
        </Row>
        <Row label={t('only')}>
          <OnlyMenus {...{ event, draft, isLocked, onChange }} />
        </Row>
        <Row label={t('who')}>
          {STATUSES.map((status) => (
            <ChoiceChip
              key={status}
              label={t(`status.${status}`)}
              count={preview?.statuses[status]}
              isOn={statuses.includes(status)}
              onChange={(isOn) =>
                onChange({
                  statuses: STATUSES.filter((each) => (each === status ? isOn : statuses.includes(each))),
                })
              }
            />
          ))}
        </Row>
      </div>
      <ErrorText
        id={`${id}-error`}
        text={problemOf(draft) === 'no_group' ? t('errors.no_group') : undefined}
      />
      <Reach
        preview={preview}
        person_ids={draft.person_ids}
        isLocked={isLocked}
        onShow={() => setIsPicking(true)}
      />
      {isPicking && preview && (
        <PeopleSheet
          preview={preview}
          draft={draft}
          onChange={onChange}
          onClose={() => setIsPicking(false)}
        />
      )}
    </section>
  )
}

const FIELD_OF = {
  past: 'includePastShifts',
  current: 'includeCurrentShifts',
  upcoming: 'includeUpcomingShifts',
} as const

function Row({ label, describedBy, children }: { label: string; describedBy?: string; children: ReactNode }) {
  return (
    <fieldset className="contents" aria-describedby={describedBy}>
      <legend className="sr-only">{label}</legend>
      <span aria-hidden="true" className="text-meta font-bold text-ink-2 tablet:pt-2">
        {label}
      </span>
      <div className="chips">{children}</div>
    </fieldset>
  )
}

type ChipProps = {
  label: string
  count: number | undefined
  isOn: boolean
  onChange: (isOn: boolean) => void
}

function ChoiceChip({ label, count, isOn, onChange }: ChipProps) {
  return (
    <label className="choice-chip">
      <input
        type="checkbox"
        className="sr-only"
        checked={isOn}
        onChange={(change) => onChange(change.currentTarget.checked)}
      />
      {isOn && <Icon name="check" size="small" />}
      <span>{label}</span>
      {/* A space keeps the width until the first count. */}
      <span className="min-w-2">{count ?? ' '}</span>
    </label>
  )
}

function OnlyMenus({ event, draft, isLocked, onChange }: Omit<AudienceProps, 'preview'>) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  const { data: shifts = [] } = useQuery(shiftsQuery(event.id))
  const days = [
    ...new Set(shifts.flatMap(({ start_dt, end_dt }) => listDays(start_dt, end_dt, event.time_zone))),
  ].toSorted()
  const roles = event.roles.map(({ id: value, name: label }) => ({ value, label }))
  const shown = shifts.filter(
    ({ role_id, start_dt, end_dt }) =>
      (draft.role_ids?.includes(role_id) ?? true) &&
      (!draft.days || listDays(start_dt, end_dt, event.time_zone).some((day) => draft.days?.includes(day))),
  )
  const allDays = days.length === 2 ? t('both_days') : t('all_days', { count: days.length })
  const dayText = (chosen: readonly string[]) => chosen.map(format.shortDay).join(', ')
  return (
    <>
      <CheckMenu
        label={t('only_roles')}
        text={
          draft.role_ids
            ? roles.flatMap(({ value, label }) => (draft.role_ids?.includes(value) ? label : [])).join(', ')
            : t('all_roles', { count: roles.length })
        }
        all={t('all_roles', { count: roles.length })}
        choices={roles}
        chosen={draft.role_ids}
        disabled={isLocked}
        onChange={(role_ids) => onChange({ role_ids, shift_ids: null })}
      />
      <CheckMenu
        label={t('only_days')}
        text={draft.days ? dayText(draft.days.toSorted()) : allDays}
        all={allDays}
        choices={days.map((value) => ({ value, label: format.calendarDay(value) }))}
        chosen={draft.days}
        disabled={isLocked}
        onChange={(chosen) => onChange({ days: chosen, shift_ids: null })}
      />
      <CheckMenu
        label={t('only_shifts')}
        text={
          draft.shift_ids
            ? t('some_shifts', { count: draft.shift_ids.length })
            : t('all_shifts', { count: shown.length })
        }
        all={t('all_shifts', { count: shown.length })}
        choices={shown.map(({ id, role, start_dt, end_dt }) => ({
          value: id,
          label: `${role.name}, ${format.day(start_dt)} ${format.timeRange(start_dt, end_dt)}`,
        }))}
        chosen={draft.shift_ids}
        disabled={isLocked}
        onChange={(shift_ids) => onChange({ shift_ids })}
      />
      <TagsMenu {...{ draft, isLocked, onChange }} />
    </>
  )
}

/** Not shown while the organisation has no tags. */
function TagsMenu({
  draft: { tag_ids },
  isLocked,
  onChange,
}: Pick<AudienceProps, 'draft' | 'isLocked' | 'onChange'>) {
  const t = useText()
  const { data: tags = [] } = useQuery(tagsQuery())
  const namesOf = useTagNames()
  if (tags.length === 0 && !tag_ids) return null
  return (
    <CheckMenu
      label={t('only_tags')}
      text={tag_ids ? namesOf(tag_ids) : t('all_tags')}
      all={t('all_tags')}
      choices={tags.map(({ id: value, name: label }) => ({ value, label }))}
      chosen={tag_ids}
      disabled={isLocked}
      onChange={(chosen) => onChange({ tag_ids: chosen })}
    />
  )
}

/** One line of truth: how many people and messages, and who is not reached. */
function Reach({
  preview,
  person_ids,
  isLocked,
  onShow,
}: {
  preview: BroadcastPreview | undefined
  person_ids: Draft['person_ids']
  isLocked: boolean
  onShow: () => void
}) {
  const t = useText()
  const undeliverable = preview ? countUndeliverable(preview) : 0
  const left_out = preview?.left_out.length ?? 0
  const without_shift = preview ? countWithoutShift(preview, person_ids) : 0
  return (
    <div className="mt-2 flex min-h-9 flex-wrap items-center gap-x-3 rounded-small bg-sunken px-3.5 py-1.5 text-compact tabular-nums">
      <span className="flex-1">
        {!preview ? (
          ' '
        ) : preview.recipients.length === 0 ? (
          nobodyText(preview, t)
        ) : (
          <>
            <b>{t('people', { count: preview.recipients.length })}:</b>{' '}
            {t('reach', {
              emails: t('emails', { count: countChannel(preview, 'email') }),
              sms: countChannel(preview, 'sms'),
            })}
          </>
        )}
      </span>
      {left_out > 0 && <span className="text-ink-2">{t('left_out', { count: left_out })}</span>}
      {undeliverable > 0 && (
        <span className="text-miss">{t('recipients.undeliverable', { count: undeliverable })}</span>
      )}
      {preview && preview.recipients.length + left_out > 0 && (
        <button type="button" className="link-button" disabled={isLocked} onClick={onShow}>
          {t('show')}
        </button>
      )}
      {without_shift > 0 && (
        <span className="w-full text-miss">{t('recipients.without_shift', { count: without_shift })}</span>
      )}
    </div>
  )
}
