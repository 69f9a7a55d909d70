import { memo, type ReactNode, useId, useMemo } from 'react'
import { useDateFormat } from '../../format/dates.ts'
import { useCoverageWords } from '../../ui/feedback/coverage-words.ts'
import { StateBar } from '../../ui/feedback/state-bar.tsx'
import { usePiece } from '../../ui/page/windowing.tsx'
import { groupNames, shortName } from './group-names.ts'
import type { CountedShift, ListedGroup } from './group-shifts.ts'
import { longPress } from './long-press.ts'
import { pressShift } from './press-gap.ts'
import { RowBox } from './row-box.tsx'
import {
  cutGroups,
  FarShifts,
  openIdIn,
  type PieceProps,
  partIn,
  type RowProps,
  type ShiftListProps,
} from './shift-pieces.tsx'
import { panelId } from './shift-row.tsx'
import { openShiftId, ShiftClock, ShiftNotes, useShiftName } from './shift-words.tsx'
import { useText } from './texts.ts'

const ROW_PX = 64

/** The list of a phone, and of paper. */
export function ShiftCards({ groups, event, lit, openId, ticked, ...row }: ShiftListProps) {
  const t = useText()
  const roles = useMemo(() => cutGroups(groups), [groups])
  const isByTime = groups.some((group) => 'day' in group)
  return (
    <section aria-label={t(isByTime ? 'by_time' : 'by_role')} className="-mx-5 print:mx-0">
      {roles.map(({ group, pieces }) => (
        <GroupSection key={group.key} group={group} event={event}>
          {pieces.map((piece) => (
            <CardPiece
              key={piece.first}
              piece={piece}
              openId={openIdIn(piece, openId)}
              lit={partIn(piece, lit)}
              ticked={partIn(piece, ticked)}
              isPicking={ticked.size > 0}
              {...{ event, ...row }}
            />
          ))}
        </GroupSection>
      ))}
    </section>
  )
}

function GroupSection({
  group,
  event,
  children,
}: Pick<RowProps, 'event'> & { group: ListedGroup; children: ReactNode }) {
  const { confirmedOf } = useCoverageWords()
  const { calendarDay } = useDateFormat(event.time_zone)
  const id = useId()
  const { confirmed, needed } = group.coverage
  return (
    <section aria-labelledby={id}>
      <div className="flex min-h-9 items-center justify-between gap-3 border-b border-line bg-canvas px-5 pt-1 text-compact tall:sticky tall:top-28 tall:z-3 print:static">
        <h3 id={id} className="truncate text-compact tracking-normal">
          {'day' in group ? calendarDay(group.day) : group.name}
        </h3>
        <span className="text-meta text-ink-2 tabular-nums" aria-hidden="true">
          {confirmed}/{needed}
        </span>
        <span className="sr-only">{confirmedOf(group.coverage)}</span>
      </div>
      <div className="border-b border-line bg-surface">{children}</div>
    </section>
  )
}

const CardPiece = memo(function CardPiece({
  piece,
  openId,
  lit,
  ticked,
  ...row
}: PieceProps & { isPicking: boolean }) {
  const { items, group } = piece
  const { ref, isFull, height } = usePiece(piece.isAlwaysFull || openId !== undefined)
  return (
    <div ref={ref}>
      {isFull ? (
        <ul>
          {items.map(({ counted, day, isRepeat }) => (
            <li
              key={`${counted.shift.id} ${day}`}
              className={`break-inside-avoid line-above-5 ${lit?.has(counted.shift.id) ? 'bg-primary-soft' : ''}`}
            >
              <ShiftCard
                counted={counted}
                day={day}
                isRepeat={isRepeat}
                isByTime={'day' in group}
                isOpen={!isRepeat && counted.shift.id === openId}
                isTicked={ticked?.has(counted.shift.id) ?? false}
                {...row}
              />
            </li>
          ))}
        </ul>
      ) : (
        <FarShifts event={row.event} piece={piece} height={height ?? items.length * ROW_PX} />
      )}
    </div>
  )
})

function ShiftCard({
  event,
  counted,
  day,
  isRepeat,
  isByTime,
  isOpen,
  isTicked,
  isPicking,
  now,
  shared,
  onToggle,
  onFill,
  onTick,
}: RowProps & {
  counted: CountedShift
  day: string
  isRepeat: boolean
  isByTime: boolean
  isOpen: boolean
  isTicked: boolean
  isPicking: boolean
}) {
  const { shift, coverage } = counted
  const { shortDay } = useDateFormat(event.time_zone)
  const shiftName = useShiftName(event)
  const lead = isByTime ? shift.role.name : shortDay(day)
  if (isRepeat) {
    // D25: a night shift on its later day. The row of its start counts it.
    return (
      <button
        type="button"
        className="flex min-h-11 w-full items-center gap-3 px-5 text-ink-3 tabular-nums -outline-offset-4"
        onClick={(press) => onToggle(shift, press.detail === 0)}
      >
        <small className="min-w-11 text-compact">{lead}</small>
        <span>
          <ShiftClock event={event} shift={shift} day={day} />
        </span>
      </button>
    )
  }
  const card = (
    <button
      type="button"
      id={openShiftId(shift)}
      className="grid min-h-16 w-full scroll-mt-40 grid-cols-1 scroll-mb-20 content-center px-5 py-1.5 -outline-offset-4"
      aria-expanded={isOpen}
      aria-controls={isOpen ? panelId(shift) : undefined}
      onClick={(press) => pressShift(press, counted, { onFill, onOpen: onToggle })}
      {...(onTick && longPress(() => onTick(shift.id, { isOn: !isTicked, isRange: false })))}
    >
      <span className="flex min-w-0 items-center gap-3">
        <small
          className={`text-compact text-ink-2 ${isByTime ? 'max-w-36 truncate' : 'min-w-11 whitespace-nowrap'}`}
        >
          {lead}
        </small>
        <span className="flex-1 font-semibold whitespace-nowrap tabular-nums">
          <ShiftClock event={event} shift={shift} day={day} />
        </span>
        <StateBar className="w-23 *:h-1.5!" coverage={coverage} />
        <span className="min-w-7 text-right text-compact tabular-nums">
          {coverage.confirmed}/{coverage.needed}
        </span>
      </span>
      <Words counted={counted} now={now} shared={shared} />
    </button>
  )
  if (!isPicking || !onTick) return card
  return (
    <div className={`relative pl-5 ${isTicked ? 'bg-primary-soft' : ''}`}>
      <RowBox name={shiftName(shift)} isTicked={isTicked} onTick={(how) => onTick(shift.id, how)} />
      {card}
    </div>
  )
}

/** "Li, Anna-Karin, Marcus · 1 asked · 1 expired", and what is missing. */
function Words({
  counted: { shift, coverage },
  now,
  shared,
}: Pick<RowProps, 'now' | 'shared'> & { counted: CountedShift }) {
  const t = useText()
  const { openParts } = useCoverageWords()
  const coming = groupNames(shift, now).filter(({ kind }) => kind === 'confirmed' || kind === 'new_time')
  const names = coming.flatMap(({ people }) => people.map(({ person }) => shortName(person, shared)))
  const more = coming.reduce((sum, group) => sum + group.more, 0)
  const parts = openParts(coverage)
  const open = [
    ...(coverage.new_time > 0 ? [t('new_time', { count: coverage.new_time })] : []),
    ...parts.filter(({ kind }) => kind !== 'missing').map(({ text }) => text),
  ]
  const missing = parts.find(({ kind }) => kind === 'missing')
  const extra = coverage.confirmed - coverage.needed
  return (
    <span className="flex min-h-5.5 min-w-0 items-center gap-3 text-meta/5.5">
      {/* The names give way to the states. */}
      <span className="flex min-w-0 flex-1 text-ink-2">
        <span className="flex-[0_999_auto] truncate" translate="no">
          {[names.join(', '), more > 0 && `+${more}`].filter(Boolean).join(' ')}
        </span>
        {open.length > 0 && (
          <span className="truncate whitespace-pre text-wait">
            {names.length > 0 && ' · '}
            {open.join(' · ')}
          </span>
        )}
      </span>
      <ShiftNotes shift={shift} />
      {missing && (
        <b
          className="relative flex-none text-miss after:absolute after:-inset-x-3 after:-inset-y-2"
          data-kind="missing"
        >
          {missing.text}
        </b>
      )}
      {extra > 0 && <b className="flex-none text-wait">{t('too_many', { count: extra })}</b>}
    </span>
  )
}
