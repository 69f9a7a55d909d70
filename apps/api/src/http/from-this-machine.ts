import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** Checks the socket's address, because headers can claim any, and the host name, against DNS rebinding. */
export function isFromThisMachine(request: FastifyRequest, { public_url }: Config): boolean {
  const { raw, headers } = request
  const isLoopback = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/.test(
    raw.socket.remoteAddress ?? '',
  )
  const host = (headers.host ?? '').toLowerCase().replace(/:\d+$/, '')
  const isOurName = ['localhost', '127.0.0.1', '[::1]', new URL(public_url).hostname].includes(host)
  return isLoopback && !isProxied(request) && isOurName
}

/** A proxied request comes from elsewhere, even if the proxy runs on this machine. */
export function isProxied({ headers }: FastifyRequest): boolean {
  return Object.keys(headers).some(
    (name) => ['forwarded', 'via', 'x-real-ip'].includes(name) || name.startsWith('x-forwarded-'),
  )
}
