import type { PublicNames } from '@muster/contract/events'

/** Hours, or a word (D39). */
export type CancelUntil = '0' | '24' | '48' | '72' | 'other' | 'never'

/** As typed; times are wall times in `time_zone` (D25). */
export type EventDraft = {
  name: string
  location: string
  starts: string
  ends: string
  time_zone: string
  description: string
  notes: string
  public_names: PublicNames
  contact_email: string
  contact_phone: string
  cancel_until: CancelUntil
  cancel_hours: string
  /** Hours before (D43). */
  waiting_list: boolean
  reminder: '24' | '48' | '72' | 'none'
  /** D21: for a start on another day. */
  shifts: 'move' | 'leave' | ''
}
