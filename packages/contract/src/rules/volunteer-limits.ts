/** D50: bounds of the settings. */
export const MOST_SHIFTS_OF_ONE = 100
export const LONGEST_REST_HOURS = 48
export const OLDEST_MIN_AGE = 99

/** D54: a minor is under 16; of a lower age the guardian answers for it with the terms. */
export const ADULT_AGE = 16

/** D50, D54 */
export const isTooYoung = ({ min_age }: { min_age: number | null }, is_minor: boolean): boolean =>
  is_minor && min_age !== null && min_age >= ADULT_AGE
