import { PostgrestClient as Newest } from 'postgrest-js-newest'
import { PostgrestClient as Oldest } from 'postgrest-js-oldest'
import { z } from 'zod'

/* The client of the direct reads, unmodified: the oldest version that is supported, and the newest. */

/** The methods used here are the same in both versions. */
const oldest = z.custom<typeof Newest>().parse(Oldest)

export const POSTGREST_CLIENTS: [version: string, client: typeof Newest][] = [
  ['1.19.4', oldest],
  ['2.119.1', Newest],
]

export const createPostgrestClient = (Client: typeof Newest, address: string) =>
  new Client(`${address}/rest/v1`, {
    headers: { apikey: 'anonymous', Authorization: 'Bearer anonymous' },
    schema: 'public',
  })
