import { RealtimeClient as Newest, REALTIME_SUBSCRIBE_STATES } from 'realtime-js-newest'
import { RealtimeClient as Oldest } from 'realtime-js-oldest'

/* Script of a page at another origin: the public realtime client, unmodified, in the version of the page's path. */

export type Change = { table: string; eventType: string; new: object; old: object }
export type Followed = { status: string; error: string | undefined }

declare global {
  interface Window {
    /** Resolves with the first status of the channel. */
    follow(channel: string, asked: { table: string; filter: string }): Promise<Followed>
    changes: Change[]
    /** Joins the presence of a channel; `others` counts the other visitors. */
    visit(channel: string, key: string): Promise<void>
    others: number
    /** Connects without the client, which would try again and again. */
    connects(): Promise<boolean>
    setToken(token: string): Promise<void>
  }
}

const api = document.querySelector('meta[name="api"]')?.getAttribute('content') ?? ''
const address = `${api.replace('http', 'ws')}/realtime/v1`
const options = { params: { apikey: 'anonymous' } }
// The methods used here are the same in both versions.
const client: Newest = Object.assign(
  location.pathname === '/2.11.2' ? new Oldest(address, options) : new Newest(address, options),
)

window.changes = []
window.others = 0
window.setToken = (token) => client.setAuth(token)

window.follow = (name, { table, filter }) =>
  new Promise((resolve) => {
    const asked = { event: '*', schema: 'public', table, filter } as const
    client
      .channel(name)
      .on('postgres_changes', asked, (change) => void window.changes.push(change))
      .subscribe((status, error) => resolve({ status, error: error?.message }))
  })

window.visit = (name, key) =>
  new Promise((resolve) => {
    const channel = client.channel(name, { config: { presence: { key } } })
    channel
      .on('presence', { event: 'sync' }, () => {
        window.others = Object.keys(channel.presenceState()).filter((each) => each !== key).length
      })
      .subscribe((status) => {
        if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) void channel.track({}).then(() => resolve())
      })
  })

window.connects = () =>
  new Promise((resolve) => {
    const socket = new WebSocket(`${address}/websocket`)
    socket.addEventListener('open', () => resolve(true))
    socket.addEventListener('error', () => resolve(false))
  })
