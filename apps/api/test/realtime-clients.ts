import { randomUUID } from 'node:crypto'
import { RealtimeClient as Newest } from 'realtime-js-newest'
import { RealtimeClient as Oldest } from 'realtime-js-oldest'
import { WebSocket } from 'ws'
import { z } from 'zod'

/* The public realtime client, unmodified: the oldest version that is supported, and the newest. */

/** The methods used here are the same in both versions. */
const oldest = z.custom<typeof Newest>().parse(Oldest)

type Transport = NonNullable<NonNullable<ConstructorParameters<typeof Newest>[1]>['transport']>
type Version = { version: string; open: (address: string) => RealtimeClient }
export type RealtimeClient = InstanceType<typeof Newest>
export type RealtimeChannel = ReturnType<RealtimeClient['channel']>

const params = { apikey: 'anonymous' }
const urlOf = (address: string) => `${address.replace('http', 'ws')}/realtime/v1`
/** The newest client needs this in a Node without WebSocket. The oldest would not listen to it. */
const transport = z.custom<Transport>().parse(WebSocket)

export const REALTIME_CLIENTS: Version[] = [
  { version: '2.11.2', open: (address) => remember(new oldest(urlOf(address), { params })) },
  { version: '2.119.1', open: (address) => remember(new Newest(urlOf(address), { params, transport })) },
  {
    version: '2.119.1 with vsn 1.0.0',
    open: (address) => remember(new Newest(urlOf(address), { params, transport, vsn: '1.0.0' })),
  },
]

const opened: RealtimeClient[] = []

function remember(client: RealtimeClient): RealtimeClient {
  opened.push(client)
  return client
}

export async function closeRealtimeClients(): Promise<void> {
  for (const client of opened.splice(0)) {
    await client.removeAllChannels()
    await client.disconnect()
  }
}

/** Resolves with the first status and its error. */
export function subscribe(channel: RealtimeChannel): Promise<{ status: string; error: string | undefined }> {
  return new Promise((resolve) => {
    channel.subscribe((status, error) => resolve({ status, error: error?.message }))
  })
}

export type SeenChange = { table: string; eventType: string; new: object; old: object }

/** Follows one filter, and collects the changes that the client receives. */
export async function follow(
  client: RealtimeClient,
  {
    table,
    filter,
    event = '*',
  }: { table: string; filter: string; event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE' },
) {
  const changes: SeenChange[] = []
  const channel = client.channel(randomUUID())
  // Each overload takes one event only.
  const on = z.custom<(type: string, filter: object, seen: (change: SeenChange) => void) => void>()
  on.parse(channel.on.bind(channel))(
    'postgres_changes',
    { event, schema: 'public', table, filter },
    (change) => changes.push(change),
  )
  return { channel, changes, ...(await subscribe(channel)) }
}
