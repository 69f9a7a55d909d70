import type { FastifyRequest } from 'fastify'

/** The one token of `Authorization: Bearer <token>`; undefined where there is none, or more than one. */
export function bearerToken({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return /^bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
}
