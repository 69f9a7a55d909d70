import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addVary } from '../pages/language.ts'
import { sha256 } from '../signing/sha256.ts'
import { ENCODERS, encodingFor, isKnown } from './content-encoding.ts'

declare module 'fastify' {
  interface FastifyReply {
    is_compressible: boolean
  }
}

/** Compresses marked answers only: beside a stranger's text the length would reveal a secret (decisions/0020). */
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

/** Marks an answer that contains no personal links or other secrets. */
export function allowCompression(reply: Pick<FastifyReply, 'is_compressible'>): void {
  reply.is_compressible = true
}

async function compress(request: FastifyRequest, reply: FastifyReply, body: Buffer): Promise<Buffer | null> {
  const etag = `"${sha256(body)}"`
  addVary(reply, 'accept-encoding')
  // A weak ETag serves all encodings.
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
