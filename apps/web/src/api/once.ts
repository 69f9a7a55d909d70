import { newKey } from './new-key.ts'

/** Key of each content that has not succeeded yet. */
const keys = new Map<string, string>()

/** Sends equal content with the same key until it succeeds: a repeat after a lost answer does nothing twice (D16). */
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
