import { z } from 'zod'
import type { ClaimedMessage } from './claim.ts'
import { kindOf } from './render.ts'

const aboutPast = z.object({ is_about_past: z.literal(true) })

/**
 * Returns ids of claimed messages whose shifts are all over, at old and new times (O1): they waited too long. Leaves out
 * those that were written about past shifts (D29).
 */
export function listAboutOverShifts(
  claimed: readonly Pick<ClaimedMessage, 'id' | 'template' | 'payload'>[],
  now: string,
): ReadonlySet<string> {
  const over = claimed.filter(({ template, payload }) => {
    if (!kindOf(template)?.ends_with_shifts || aboutPast.safeParse(payload).success) return false
    const ends = listEnds(payload)
    return ends.length > 0 && ends.every((end) => Date.parse(end) <= Date.parse(now))
  })
  return new Set(over.map(({ id }) => id))
}

function listEnds(payload: unknown): string[] {
  if (typeof payload !== 'object' || payload === null) return []
  return Object.entries(payload).flatMap(([name, value]) =>
    name === 'end_dt' && typeof value === 'string' ? [value] : listEnds(value),
  )
}
