import { DIRECT } from './topics.ts'

const TEXTS: Record<string, string> = {
  rate_limited: 'ClientJoinRateLimitReached: too many joins, wait and join again',
  too_many_topics: 'ChannelRateLimitReached: this socket has too many channels',
  busy: 'Busy: wait and join again',
  unavailable: 'Unavailable: wait and join again',
  unknown_event: 'NotSupported: this channel has no such event',
  not_joined: 'NotJoined: join the channel first',
}

/** Returns `<Code>: <text>` for topics of the public realtime client, which shows it. */
export const reasonFor = (topic: string, reason: string): string =>
  topic.startsWith(`${DIRECT}:`) ? (TEXTS[reason] ?? reason) : reason
