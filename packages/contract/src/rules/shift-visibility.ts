/** D49: `link`: only who has the event's link key, or is invited, sees the shift. */
export const shiftVisibilities = ['public', 'link'] as const

export type ShiftVisibility = (typeof shiftVisibilities)[number]
