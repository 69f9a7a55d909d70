import type { FastifyRequest } from 'fastify'

/** Returns what the account's list of sessions shows of a sign-in. */
export const readBrowser = ({ ip, headers }: FastifyRequest) => ({ ip, user_agent: headers['user-agent'] })
