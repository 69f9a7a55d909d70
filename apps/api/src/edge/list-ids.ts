const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Returns every id in a call once, whatever its field is called, so that new fields are covered. */
export const listIds = (call: unknown): string[] => [...new Set(idsIn(call))]

function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return ID.test(value) ? [value.toLowerCase()] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(idsIn) : []
}
