import { type AuthChangeEvent, AuthClient as Newest } from 'auth-js-newest'
import { AuthClient as Oldest } from 'auth-js-oldest'
import { z } from 'zod'

/* The public auth client, unmodified (D10): the oldest version that is supported, and the newest. */

/** The methods used here are the same in both versions. */
const oldest = z.custom<typeof Newest>().parse(Oldest)

export const AUTH_CLIENTS: [version: string, client: typeof Newest][] = [
  ['2.69.1', oldest],
  ['2.119.1', Newest],
]

export type OpenedClient = {
  client: InstanceType<typeof Newest>
  events: AuthChangeEvent[]
  stored: Map<string, string>
}

/** Opens the client as in a browser with local storage, at an address that a link has opened. */
export function createAuthClient(
  Client: typeof Newest,
  url: string,
  stored = new Map<string, string>(),
): OpenedClient {
  const client = new Client({
    url: `${url}/auth/v1`,
    headers: { apikey: 'anonymous', Authorization: 'Bearer anonymous' },
    flowType: 'pkce',
    storageKey: 'auth',
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    autoRefreshToken: false,
    persistSession: true,
    detectSessionInUrl: false,
  })
  const events: AuthChangeEvent[] = []
  client.onAuthStateChange((event) => void events.push(event))
  return { client, events, stored }
}
