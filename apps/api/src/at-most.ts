/** Options of an LRUCache. `max` would allocate room for all entries at once: 40 ms and 20 MB of each start. */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 })
