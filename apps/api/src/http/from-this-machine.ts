import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/**
 * The socket's own address, not what a proxy claims; and a name of this machine, or a foreign page could read along
 * by pointing its own name here. What came through a proxy came from somewhere else.
 */
export function isFromThisMachine({ raw, headers }: FastifyRequest, { public_url }: Config): boolean {
  const isLoopback = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/.test(
    raw.socket.remoteAddress ?? '',
  )
  const isProxied = headers.forwarded !== undefined || headers['x-forwarded-for'] !== undefined
  const host = (headers.host ?? '').toLowerCase().replace(/:\d+$/, '')
  const isOurName = ['localhost', '127.0.0.1', '[::1]', new URL(public_url).hostname].includes(host)
  return isLoopback && !isProxied && isOurName
}
