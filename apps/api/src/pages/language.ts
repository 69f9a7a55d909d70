import type { Language } from '@muster/contract/language'
import type { FastifyRequest } from 'fastify'

/** Ignores quality values, because clients sort by them. */
export function statedLanguage(accept_language: string | undefined): Language | undefined {
  for (const range of (accept_language ?? '').toLowerCase().split(',')) {
    const tag = range.trim().slice(0, 2)
    if (tag === 'sv' || tag === 'en') return tag
  }
  return undefined
}

export function languageOf(accept_language: string | undefined): Language {
  return statedLanguage(accept_language) ?? 'en'
}

/** Returns the language of an answer, and sets `vary`, so that caches store one answer for each language. */
export function answerLanguage({ headers }: Pick<FastifyRequest, 'headers'>, reply: AnyReply): Language {
  addVary(reply, 'accept-language')
  return languageOf(headers['accept-language'])
}

export type AnyReply = {
  getHeader(name: string): string | number | string[] | undefined
  header(name: string, value: string): unknown
}

/** Adds to the value that @fastify/cors and others have set. */
export function addVary(reply: AnyReply, name: string): void {
  const before = String(reply.getHeader('vary') ?? '')
  if (before.split(/, */).includes(name)) return
  reply.header('vary', before === '' ? name : `${before}, ${name}`)
}
