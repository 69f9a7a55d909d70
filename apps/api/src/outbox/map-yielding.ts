import { setImmediate } from 'node:timers/promises'

const ITEMS_PER_TURN = 50

/** As `map`, for work that adds up to a second: other requests have their turn after every so many items. */
export async function mapInTurns<Item, Result>(
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
