import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/**
 * The socket's own address, not what a proxy claims; and a name of this machine, or a foreign page could read along
 * by pointing its own name here.
 */
export function isFromThisMachine(request: FastifyRequest, { public_url }: Config): boolean {
  const { raw, headers } = request
  const isLoopback = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/.test(
    raw.socket.remoteAddress ?? '',
  )
  const host = (headers.host ?? '').toLowerCase().replace(/:\d+$/, '')
  const isOurName = ['localhost', '127.0.0.1', '[::1]', new URL(public_url).hostname].includes(host)
  return isLoopback && !isProxied(request) && isOurName
}

/** What came through a proxy came from somewhere else, even where the proxy runs on this machine. */
export function isProxied({ headers }: FastifyRequest): boolean {
  return Object.keys(headers).some(
    (name) => ['forwarded', 'via', 'x-real-ip'].includes(name) || name.startsWith('x-forwarded-'),
  )
}
