import { foldForSearch } from './fold.ts'
import type { ShiftClock } from './shift-times.ts'
import { readTypedDay } from './typed-day.ts'
import { readTypedTime } from './typed-time.ts'

const MOST_PEOPLE = 10_000

/** What cannot be read, by cell. `text` is what the cell has. */
export type WrongCell =
  | { cell: 'role' | 'day' | 'time' | 'needed'; fault: 'missing' | 'unreadable'; text: string }
  | { cell: 'day'; fault: 'wrong_weekday'; text: string; day: string }

/** `line` counts from 1. `row` is undefined while a cell is wrong. */
export type PastedRow = {
  line: number
  text: string
  row: (ShiftClock & { role_id: string; required_qty: number }) | undefined
  wrong: WrongCell[]
}

/**
 * Reads lines of role, day, from–to and number, as they are pasted from a sheet: separated by tabs, semicolons or
 * commas. From and to may have a cell each. Empty lines and a line of headings are left out.
 */
export function readPastedShifts(
  pasted: string,
  { roles, days }: { roles: readonly { id: string; name: string }[]; days: readonly [string, ...string[]] },
): PastedRow[] {
  const rows = pasted
    .split(/\r\n|\r|\n/u)
    .map((text, at) => ({ text, line: at + 1 }))
    .filter(({ text }) => text.replaceAll(/[\t;,]/gu, '').trim() !== '')
    .map(({ text, line }) => ({ line, text: text.trim(), ...readCells(splitCells(text), { roles, days }) }))
  const [first, ...others] = rows
  return first && isHeading(first) ? others : rows
}

function readCells(
  [role = '', day = '', time = '', needed = '']: readonly string[],
  { roles, days }: Parameters<typeof readPastedShifts>[1],
): Pick<PastedRow, 'row' | 'wrong'> {
  const wrong: WrongCell[] = []
  const refuse = (cell: WrongCell['cell'], text: string) =>
    wrong.push({ cell, fault: text === '' ? 'missing' : 'unreadable', text })

  const found = roles.find(({ name }) => foldForSearch(name) === foldForSearch(role))
  if (!found) refuse('role', role)
  const read = readTypedDay(day, days)
  if ('fault' in read) {
    if (read.fault === 'wrong_weekday') wrong.push({ cell: 'day', text: day, ...read })
    else refuse('day', day)
  }
  const times = readRange(time)
  if (!times) refuse('time', time)
  const required_qty = /^\d{1,5}$/u.test(needed) ? Number(needed) : 0
  if (required_qty < 1 || required_qty > MOST_PEOPLE) refuse('needed', needed)

  const isRead = found && 'day' in read && times && wrong.length === 0
  return { row: isRead ? { role_id: found.id, day: read.day, ...times, required_qty } : undefined, wrong }
}

/** Returns role, day, time and number. A comma may be part of a role's name, so that those are counted from the end. */
function splitCells(text: string): string[] {
  const separator = ['\t', ';'].find((each) => text.includes(each)) ?? ','
  // A sheet may add empty cells at the end.
  const line = separator === ',' ? text : text.replace(/[\s;]+$/u, '')
  const cells = line.split(separator).map((cell) => cell.trim().replaceAll(/^"|"$/gu, ''))
  const joined = joinTimes(cells)
  if (separator !== ',' || joined.length <= 4) return joined
  return [joined.slice(0, -3).join(', '), ...joined.slice(-3)]
}

/** Makes one cell of a start and an end. */
function joinTimes(cells: string[]): string[] {
  const at = cells.findIndex(
    (cell, index) =>
      index === cells.length - 3 &&
      index >= 2 &&
      readTypedTime(cell) !== undefined &&
      readTypedTime(cells[index + 1] ?? '', { isEnd: true }) !== undefined,
  )
  return at < 0 ? cells : [...cells.slice(0, at), `${cells[at]}–${cells[at + 1]}`, ...cells.slice(at + 2)]
}

function readRange(text: string): { from: string; to: string } | undefined {
  const [from, to, ...more] = text.split(/\s*[-\u2010-\u2015\u2212]\s*|\s+(?:to|till)\s+/iu)
  if (from === undefined || to === undefined || more.length > 0) return undefined
  const times = { from: readTypedTime(from), to: readTypedTime(to, { isEnd: true }) }
  return times.from !== undefined && times.to !== undefined ? { from: times.from, to: times.to } : undefined
}

/** A line of which nothing can be read, and that has no digit. */
function isHeading({ wrong, text }: PastedRow): boolean {
  return wrong.length === 4 && !/\d/u.test(text)
}
