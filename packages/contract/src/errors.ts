import { z } from 'zod'
import type en from './texts/en.ts'

export type ErrorCode = keyof typeof en.errors

/** A sentence that is sent instead of the code's own one. */
export type SpecificError = keyof typeof en.specific_errors

/** D2: the details stand only where D2 names them. */
export const errorBody = z.object({
  error: z.string(),
  code: z.string(),
  person_id: z.string().optional(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  retry_after: z.number().optional(),
})

export type ErrorBody = z.infer<typeof errorBody>
