import type { LightMyRequestResponse } from 'fastify'

/** Headers that differ between any two answers. */
const OF_EACH_ANSWER = /^(date|x-request-id|ratelimit-.*)$/

/** Returns everything by which a client could tell two answers apart. */
export function answerBytes({ statusCode, body, headers }: LightMyRequestResponse): string {
  const kept = Object.entries(headers).filter(([name]) => !OF_EACH_ANSWER.test(name))
  return JSON.stringify([statusCode, body, kept])
}
