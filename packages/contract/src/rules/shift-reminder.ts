/** Hours before the first shift of a day (D43). */
export const REMINDER_HOURS = [24, 48, 72] as const
export type ReminderHours = (typeof REMINDER_HOURS)[number]
export const DEFAULT_REMINDER_HOURS: ReminderHours = 24
