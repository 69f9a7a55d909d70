/** Reads a typed time of day, `8`, `830`, `8.30`, `20` or `20:30`, as `hh:mm`. 24:00 is a time only at which something ends. */
export function readTypedTime(
  typed: string,
  { isEnd = false }: { isEnd?: boolean } = {},
): string | undefined {
  const found = /^(?:kl\.?\s*)?(\d{1,2})(?:[:.]?(\d{2}))?$/iu.exec(typed.trim())
  if (!found) return undefined
  const hours = Number(found[1])
  const minutes = Number(found[2] ?? 0)
  if (hours === 24 && minutes === 0) return isEnd ? '00:00' : undefined
  return hours < 24 && minutes < 60 ? clockOf(hours * 60 + minutes) : undefined
}

/** Returns whether more of a time is still to be typed, such as after `8:` or `20.3`. */
export function isHalfTyped(typed: string): boolean {
  return /^(?:[01]?\d|2[0-4])[:.]\d?$/u.test(typed.trim())
}

const DAY_MINUTES = 24 * 60

/** Returns `hh:mm` of minutes since midnight, of which whole days are left out. */
export function clockOf(minutes: number): string {
  const ofDay = ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES
  return [Math.floor(ofDay / 60), ofDay % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/** Returns the minutes since midnight of `hh:mm`. */
export function minutesOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
}
