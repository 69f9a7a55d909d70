import { expect, it } from 'vitest'
import { queryClient } from './query-client.ts'
import { readAnew } from './read-anew.ts'

it('does not answer with a read that began before', async () => {
  const reads: ((answer: string) => void)[] = []
  const query = { queryKey: ['anew'], queryFn: () => new Promise<string>((resolve) => reads.push(resolve)) }
  const before = queryClient.fetchQuery(query).catch(() => 'cancelled')
  expect(reads).toHaveLength(1)
  const anew = readAnew(queryClient, query)
  expect(await before).toBe('cancelled')
  reads[0]?.('former')
  await expect.poll(() => reads.length, { timeout: 20_000 }).toBe(2)
  reads[1]?.('changed')
  expect(await anew).toBe('changed')
  expect(queryClient.getQueryData(query.queryKey)).toBe('changed')
})
