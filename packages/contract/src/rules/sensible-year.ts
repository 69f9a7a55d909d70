/** Other years are typing errors. A date field has some of them while a year is typed: 0002, 0020, 0202, 2026. */
export const YEARS = { first: 2000, last: 2199 } as const

export function hasSensibleYear(wall: string): boolean {
  const year = /^(\d{4})-/.exec(wall)?.[1]
  return Number(year) >= YEARS.first && Number(year) <= YEARS.last
}
