import { expect, it } from 'vitest'
import { once } from './once.ts'

/* D16 */

const lost = () => Promise.reject(new Error('lost'))

async function keyOf(content: readonly unknown[], answer: () => Promise<void> = () => Promise.resolve()) {
  let used = ''
  await once(content, (headers) => {
    used = headers['idempotency-key']
    return answer()
  }).catch(() => undefined)
  return used
}

it('repeats with the same key until there is an answer', async () => {
  const first = await keyOf(['createShift', 1], lost)
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(await keyOf(['createShift', 1], lost)).toBe(first)
  expect(await keyOf(['createShift', 1])).toBe(first)
  expect(await keyOf(['createShift', 1])).not.toBe(first)
})

it('keeps the key of each content, also while another one is sent', async () => {
  const [one, other] = [await keyOf(['createRole', 1], lost), await keyOf(['createRole', 2])]
  expect(one).not.toBe(other)
  expect(await keyOf(['createRole', 1])).toBe(one)
})
