/** D42 */
export const MOST_SHIFTS_AT_ONCE = 20

/** Maximum of people in one sign-up (D54). */
export const MOST_PEOPLE_AT_ONCE = 6
