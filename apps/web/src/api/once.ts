import { newKey } from './new-key.ts'

/** By content, until it has succeeded. */
const keys = new Map<string, string>()

/** D16: `send` has the same key for the same content until it succeeds, so that a repeat after a lost answer does nothing twice. */
export async function once<Answer>(
  content: readonly unknown[],
  send: (headers: { 'idempotency-key': string }) => Promise<Answer>,
): Promise<Answer> {
  const text = JSON.stringify(content)
  const key = keys.get(text) ?? newKey()
  keys.set(text, key)
  const answer = await send({ 'idempotency-key': key })
  keys.delete(text)
  return answer
}
