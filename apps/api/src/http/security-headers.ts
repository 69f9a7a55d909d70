import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../config.ts'

/** On every answer, JSON too: nothing from elsewhere runs, nothing frames us, no address leaks by Referer (D34). */
export async function installSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: directives(config) },
    strictTransportSecurity: isHttps(config.public_url) && { maxAge: 63_072_000, includeSubDomains: true },
    referrerPolicy: { policy: 'no-referrer' },
    // `frame-ancestors` for browsers that do not know it.
    xFrameOptions: { action: 'deny' },
  })
}

/** Lets the one style sheet through that stands in the page itself, and no other. */
export function allowStyle(reply: FastifyReply, hash: string): void {
  const policy = String(reply.getHeader('content-security-policy'))
  reply.header('content-security-policy', policy.replace("style-src 'self'", `style-src 'self' '${hash}'`))
}

/** Where Twilio's client connects to; it carries everything else through that one socket. */
const TWILIO_SOCKET = 'wss://tsock.us1.twilio.com'

function directives({ public_url, admin_api_url, public_api_url, sms }: Config) {
  const has_threads = sms?.provider === 'twilio' && sms.threads !== undefined
  const apis = [admin_api_url, public_api_url].filter((origin) => origin !== public_url)
  return {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    fontSrc: ["'self'"],
    connectSrc: [
      "'self'",
      ...new Set(apis.flatMap((origin) => [origin, origin.replace(/^http/, 'ws')])),
      // D34: the one exception, and only where it is used.
      ...(has_threads ? [TWILIO_SOCKET] : []),
    ],
    manifestSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  }
}

export const isHttps = (url: string) => url.startsWith('https:')
