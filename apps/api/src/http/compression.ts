import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sha256 } from '../signing/sha256.ts'
import { ENCODERS, encodingFor, isKnown } from './content-encoding.ts'
import { addVary } from './language.ts'

declare module 'fastify' {
  interface FastifyReply {
    is_compressible: boolean
  }
}

/** Only of answers that say so: compressed beside text of a stranger, a secret shows by the length (decisions/0020). */
export function installCompression(app: FastifyInstance): void {
  app.decorateReply('is_compressible', false)
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!reply.is_compressible || reply.statusCode !== 200) return done(null, payload)
    compress(request, reply, toBuffer(payload)).then(
      (body) => done(null, body),
      (error: Error) => done(error),
    )
  })
}

/** For an answer without personal links and other secrets. */
export function allowCompression(reply: Pick<FastifyReply, 'is_compressible'>): void {
  reply.is_compressible = true
}

async function compress(request: FastifyRequest, reply: FastifyReply, body: Buffer): Promise<Buffer | null> {
  const etag = `"${sha256(body)}"`
  addVary(reply, 'accept-encoding')
  // Weak: one for all encodings.
  reply.header('etag', `W/${etag}`)
  if (isKnown(request, etag)) {
    reply.code(304).removeHeader('content-type')
    return null
  }
  const encoding = encodingFor(request, body)
  if (!encoding) return body
  const encoded = await ENCODERS[encoding](body)
  reply.header('content-encoding', encoding).removeHeader('content-length')
  return encoded
}

function toBuffer(payload: unknown): Buffer {
  if (Buffer.isBuffer(payload)) return payload
  if (typeof payload === 'string') return Buffer.from(payload)
  throw new Error('a compressible answer is text or bytes')
}
