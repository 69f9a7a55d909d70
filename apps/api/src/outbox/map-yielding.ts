import { setImmediate } from 'node:timers/promises'

const ITEMS_PER_TURN = 50

export async function mapYielding<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) {
    results.push(map(item))
    if (results.length % ITEMS_PER_TURN === 0) await setImmediate()
  }
  return results
}
