import type { Comparison, Entry, ShiftOfMerge } from '@muster/contract/duplicates'
import { joinNotes } from '@muster/contract/rules/merge'
import { formatPhone } from '@muster/contract/rules/phone'
import type { ReactNode } from 'react'
import { browserTimeZone, useDateFormat } from '../../format/dates.ts'
import { fullName } from '../../format/names.ts'
import { EmailText } from '../../ui/page/email-text.tsx'
import { PersonLink } from '../../ui/page/person-link.tsx'
import { type Choices, type Row, rows, type Side, textOf } from './choices.ts'
import { useText } from './texts.ts'
import { useShiftName } from './use-shift-name.ts'

const rowClass =
  'grid grid-cols-2 border-t border-line desktop:grid-cols-[8rem_1fr_1fr_1fr] *:min-h-14 *:px-3.5 *:py-2 *:wrap-anywhere'
const labelClass =
  'col-span-2 flex min-h-0! items-center pb-0! text-meta font-semibold text-ink-2 desktop:col-span-1 desktop:pb-2! desktop:pl-0!'
const keptClass = 'col-span-2 bg-sunken font-semibold max-desktop:hidden desktop:col-span-1'

type Props = { compared: Comparison; choices: Choices; onChoose: (row: Row, side: Side) => void }

/** Two entries and what is kept of them. What differs is chosen; the rest is shown once. */
export function ComparisonTable({ compared, choices, onChoose }: Props) {
  const t = useText()
  const { one, other } = compared
  const format = useDateFormat(browserTimeZone())
  const kept = (row: Row) => textOf(compared[choices[row]], row)
  const shown = (row: Row, text: string | null) => {
    if (text === null) return <span className="font-normal text-ink-2">{t('none')}</span>
    if (row === 'phone') return formatPhone(text)
    if (row === 'email') return <EmailText email={text} />
    return row === 'language' && (text === 'sv' || text === 'en') ? t(`languages.${text}`) : text
  }
  const used = rows.filter((row) => textOf(one, row) !== null || textOf(other, row) !== null)
  return (
    <div>
      <div className={`${rowClass} border-t-0`}>
        <div className="max-desktop:hidden" />
        {[one, other].map((entry) => (
          <div key={entry.id}>
            <b className="block text-action">
              <PersonLink person_id={entry.id}>{fullName(entry)}</PersonLink>
            </b>
            <small className="text-hint text-ink-2">
              {t('added', { date: format.date(entry.created_at) })}
            </small>
          </div>
        ))}
        <div className={`${keptClass} desktop:rounded-t-card`}>
          <b className="block text-action">{t('kept')}</b>
          <small className="text-hint font-normal text-ink-2">{t('kept_hint')}</small>
        </div>
      </div>
      {used.map((row) => {
        const isEqual = textOf(one, row) === textOf(other, row)
        return (
          <div
            key={row}
            className={rowClass}
            {...(!isEqual && { role: 'radiogroup', 'aria-label': t(`field.${row}`) })}
          >
            <div className={labelClass}>{t(`field.${row}`)}</div>
            {isEqual ? (
              <div className="col-span-2 flex items-center text-ink-2">{shown(row, textOf(one, row))}</div>
            ) : (
              (['one', 'other'] as const).map((side) => (
                <label
                  key={side}
                  className="flex cursor-pointer items-center gap-2.5 has-checked:bg-primary-soft"
                >
                  <input
                    type="radio"
                    className="size-5 flex-none accent-primary"
                    name={row}
                    aria-label={t('of_entry', { field: t(`field.${row}`), name: fullName(compared[side]) })}
                    checked={choices[row] === side}
                    onChange={() => onChoose(row, side)}
                  />
                  <span>
                    {shown(row, textOf(compared[side], row))}
                    <Reached entry={compared[side]} row={row} />
                  </span>
                </label>
              ))
            )}
            <div className={`${keptClass} desktop:flex desktop:items-center`}>{shown(row, kept(row))}</div>
          </div>
        )
      })}
      <Joined
        label={t('tags')}
        of={[one, other].map(({ tags }) => tags.join(', '))}
        kept={[...new Set([...one.tags, ...other.tags])].join(', ')}
      />
      <Joined label={t('notes')} of={[one.notes, other.notes]} kept={joinNotes(one.notes, other.notes)} />
      <Joined
        label={t('shifts')}
        of={[one, other].map((entry) => <Shifts key={entry.id} entry={entry} />)}
        kept={<ShiftsKept {...compared} />}
      />
      <Joined
        label={t('messages')}
        of={[String(one.messages), String(other.messages)]}
        kept={String(one.messages + other.messages)}
      />
    </div>
  )
}

function Reached({ entry, row }: { entry: Entry; row: Row }) {
  const t = useText()
  const format = useDateFormat(browserTimeZone())
  const at = row === 'email' || row === 'phone' ? entry[`${row}_reached_at`] : null
  return (
    at && <small className="block text-hint text-ink-2">{t('reached', { date: format.shortDate(at) })}</small>
  )
}

function Joined({ label, of, kept }: { label: string; of: ReactNode[]; kept: ReactNode }) {
  const t = useText()
  const none = <span className="font-normal text-ink-2">{t('none')}</span>
  return (
    <div className={rowClass}>
      <div className={labelClass}>{label}</div>
      {of.map((each, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- always the two entries
        <div key={at} className="content-center whitespace-pre-line">
          {each || none}
        </div>
      ))}
      <div className="col-span-2 content-center bg-sunken font-semibold whitespace-pre-line desktop:col-span-1">
        <small className="block text-hint font-normal text-ink-2 desktop:hidden">{t('kept')}</small>
        <span>{kept || none}</span>
      </div>
    </div>
  )
}

function Shifts({ entry: { coming, done, done_hours } }: { entry: Entry }) {
  const t = useText()
  const nameOf = useShiftName()
  const counts = [
    ...(coming.length > 0 ? [t('to_come', { count: coming.length })] : []),
    ...(done > 0 ? [t('done', { count: done, hours: Math.round(done_hours) })] : []),
  ]
  if (counts.length === 0) return <span className="text-ink-2">{t('none')}</span>
  return (
    <>
      {counts.join(', ')}
      <small className="block text-hint text-ink-2">{coming.slice(0, 2).map(nameOf).join(' · ')}</small>
    </>
  )
}

function ShiftsKept({ one, other, both_on, overlaps }: Comparison) {
  const t = useText()
  const nameOf = useShiftName()
  const coming = new Set([...one.coming, ...other.coming].map(({ id }: ShiftOfMerge) => id)).size
  const done = one.done + other.done
  return (
    <>
      {[
        ...(coming > 0 ? [t('to_come', { count: coming })] : []),
        ...(done > 0
          ? [t('done', { count: done, hours: Math.round(one.done_hours + other.done_hours) })]
          : []),
      ].join(', ')}
      {both_on.map(({ shift, frees_place }) => (
        <small key={shift.id} className="block text-hint font-normal text-ink-2">
          {t(frees_place ? 'twice_frees' : 'twice', { shift: nameOf(shift) })}
        </small>
      ))}
      {overlaps.map((pair) => (
        <small key={`${pair.one.id} ${pair.other.id}`} className="block text-hint font-normal text-ink-2">
          {t('overlap', { one: nameOf(pair.one), other: nameOf(pair.other) })}
        </small>
      ))}
    </>
  )
}
