import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/* Metrics of all live sockets of this process. */

export const ofLive = new Registry()
const registers = [ofLive]

const frames = new Counter({
  name: 'muster_live_frames_total',
  help: 'Frames written to live sockets: answers to one client, pushes to the viewers of a topic',
  labelNames: ['kind'],
  registers,
})
/** Looked up once: a push goes to thousands of sockets. */
export const answersWritten = frames.labels({ kind: 'answer' })
export const pushesWritten = frames.labels({ kind: 'push' })

const drops = new Counter({
  name: 'muster_live_drops_total',
  help: 'Pushes that a slow reader was not sent, and sockets closed because they do not read, are silent or break a limit',
  labelNames: ['reason'],
  registers,
})
export const pushesSkipped = drops.labels({ reason: 'slow' })
export const stuckSocketsClosed = drops.labels({ reason: 'stuck' })
export const silentSocketsClosed = drops.labels({ reason: 'silent' })
export const floodingSocketsClosed = drops.labels({ reason: 'flood' })

/** Labelled with the part of an existing topic before the colon. */
export const topicsJoined = new Gauge({
  name: 'muster_live_topics',
  help: 'Topics joined by the sockets of this process',
  labelNames: ['topic'],
  registers,
})

export const joinsRefused = new Counter({
  name: 'muster_live_refusals_total',
  help: 'Messages of live clients that were refused, joins most of all',
  labelNames: ['reason'],
  registers,
})

export const roomReads = new Counter({
  name: 'muster_live_reads_total',
  help: 'Reads of the database for the topics of events, for all their viewers together',
  registers,
})

export const changeDelay = new Histogram({
  name: 'muster_live_change_delay_seconds',
  help: 'From the announcement of a change until all viewers in this process were sent it',
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
  registers,
})
