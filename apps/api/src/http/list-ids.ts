const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Every id in a call, once, whatever its field is called: an id in a new field is found too. Not recursive: bodies may be
 * nested deeper than the stack.
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
