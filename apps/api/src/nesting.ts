/** Levels. Nothing that clients send to Muster has as many. */
const DEEPEST = 64

/** Asked before parsing: 60,000 lists in each other hold the event loop for 20 ms in V8's parser alone. */
export function isNestedTooDeep(json: string): boolean {
  let depth = 0
  let isInText = false
  for (let i = 0; i < json.length; i++) {
    const char = json[i]
    if (isInText) {
      if (char === '\\') i++
      else if (char === '"') isInText = false
    } else if (char === '"') isInText = true
    else if (char === '[' || char === '{') depth++
    else if (char === ']' || char === '}') depth--
    if (depth > DEEPEST) return true
  }
  return false
}
