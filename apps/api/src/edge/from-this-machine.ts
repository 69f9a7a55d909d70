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
  return Object.keys(headers).some((name) => ADDED_BY_PROXIES.test(name))
}

/** Headers that name the client, the proxy or its network, which no browser sends itself. */
const ADDED_BY_PROXIES =
  /^(forwarded|via|cdn-loop|true-client-ip|x-(forwarded|real|client|cluster|original|envoy|amzn|azure|appengine|arr)-.+|(cf|fastly|fly|tailscale|ngrok)-.+)$/
