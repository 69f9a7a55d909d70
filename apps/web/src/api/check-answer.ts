/**
 * The type of a value, [shape] of a list, { name: shape } of an object (`name?`: may be null or missing), '*' of anything,
 * 'none' of an answer without a body. The name of a call that may also answer nothing ends with `?`.
 */
export type Shape = string | readonly Shape[] | { readonly [name: string]: Shape }

type Check = (value: unknown) => boolean

/** Returns a function that says whether an answer has what its call (`feature.endpoint`) promises. It may have more. */
export function createChecks(
  shapes: Readonly<Record<string, Shape>>,
): (call: string, answer: unknown) => boolean {
  const checks = new Map<string, Check>()
  return (call, answer) => {
    const check = checks.get(call) ?? checkOfCall(shapes, call)
    checks.set(call, check)
    return check(answer)
  }
}

function checkOfCall(shapes: Readonly<Record<string, Shape>>, call: string): Check {
  const optional = shapes[`${call}?`]
  if (optional === undefined) return checkOf(shapes[call] ?? '*')
  const check = checkOf(optional)
  return (answer) => answer === undefined || check(answer)
}

function checkOf(shape: Shape): Check {
  if (shape === '*') return () => true
  if (shape === 'none') return (value) => value === undefined
  if (typeof shape === 'string') return (value) => typeof value === shape
  if (isList(shape)) {
    const checkItem = checkOf(shape[0] ?? '*')
    return (value) => Array.isArray(value) && value.every(checkItem)
  }
  const fields = Object.entries(shape).map(([name, part]) => {
    const isOptional = name.endsWith('?')
    return { name: isOptional ? name.slice(0, -1) : name, isOptional, check: checkOf(part) }
  })
  return (value) =>
    isObject(value) &&
    fields.every(({ name, isOptional, check }) => {
      const field = value[name]
      return (isOptional && (field === undefined || field === null)) || check(field)
    })
}

const isList = (shape: Shape): shape is readonly Shape[] => Array.isArray(shape)
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
