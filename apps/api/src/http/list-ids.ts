const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Returns every id in a call once, whatever its field is called, so that new fields are covered. Not recursive:
 * bodies may be nested deeper than the stack allows.
 */
export function listIds(call: unknown): string[] {
  const ids = new Set<string>()
  const rest = [call]
  while (rest.length > 0) {
    const value = rest.pop()
    if (typeof value === 'string' && ID.test(value)) ids.add(value.toLowerCase())
    if (typeof value === 'object' && value !== null) rest.push(...Object.values(value))
  }
  return [...ids]
}
