/** D42 */
export const MOST_SHIFTS_AT_ONCE = 20
