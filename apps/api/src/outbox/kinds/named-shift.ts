import { z } from 'zod'

/** A shift as `shiftCard` and `describeShift` show it. */
export const namedShift = z.object({
  start_dt: z.string(),
  end_dt: z.string(),
  role_name: z.string(),
  event_name: z.string(),
  time_zone: z.string(),
  location: z.string().nullable(),
})
