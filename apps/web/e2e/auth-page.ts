import { AuthClient as Newest } from 'auth-js-newest'
import { AuthClient as Oldest } from 'auth-js-oldest'

/* Script of a page at another origin: the public auth client, unmodified (D10), in the version of the page's path. */

declare global {
  interface Window {
    authClient: InstanceType<typeof Newest>
    authEvents: string[]
  }
}

const options = {
  url: `${document.querySelector('meta[name="api"]')?.getAttribute('content')}/auth/v1`,
  headers: { apikey: 'anonymous', Authorization: 'Bearer anonymous' },
  flowType: 'pkce',
} as const
const client = location.pathname === '/2.69.1' ? new Oldest(options) : new Newest(options)
window.authEvents = []
client.onAuthStateChange((event: string) => void window.authEvents.push(event))
// The types of the versions differ only in parts that no test reads.
Object.assign(window, { authClient: client })
