import type { LogEntry } from '@muster/contract/log'

/** What one call did. */
export type Deed = readonly [LogEntry, ...LogEntry[]]

/** Returns the entry with which the deed begins that another is part of. */
export function firstOfDeed(entries: readonly LogEntry[], entry: LogEntry): LogEntry {
  const { id, batch_id } = entry
  return (
    entries.find((each) => each.id === id || (batch_id !== undefined && each.batch_id === batch_id)) ?? entry
  )
}

type Day = { day: string; deeds: [Deed, ...Deed[]] }

/** Groups entries that follow each other by day, and by call within it. `dayOf` returns the day of an instant. */
export function groupEntries(entries: readonly LogEntry[], dayOf: (at: string) => string): Day[] {
  const days: Day[] = []
  for (const entry of entries) {
    const day = dayOf(entry.at)
    const last = days.at(-1)
    const deed = last?.deeds.at(-1)
    if (last?.day !== day) days.push({ day, deeds: [[entry]] })
    else if (deed && entry.batch_id !== undefined && deed[0].batch_id === entry.batch_id)
      last.deeds.splice(-1, 1, [...deed, entry])
    else last.deeds.push([entry])
  }
  return days
}
