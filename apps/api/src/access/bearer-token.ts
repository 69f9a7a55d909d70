import type { FastifyRequest } from 'fastify'

export function bearerToken({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return /^bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
}
