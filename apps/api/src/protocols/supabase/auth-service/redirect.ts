import type { Config } from '../../../config.ts'

/**
 * Returns an address of this installation or of an allowed origin, otherwise undefined: a link must lead nowhere
 * else.
 */
export function readRedirect(
  { public_url, allowed_origins }: Pick<Config, 'public_url' | 'allowed_origins'>,
  given: string | null | undefined,
): string | undefined {
  if (!given) return public_url
  if (!URL.canParse(given)) return undefined
  const { origin, href } = new URL(given)
  return allowed_origins.includes(origin) ? href : undefined
}

export function withProviderDisabled(address: string, message: string): string {
  const url = new URL(address)
  url.searchParams.set('error', 'invalid_request')
  url.searchParams.set('error_code', 'provider_disabled')
  url.searchParams.set('error_description', message)
  return url.href
}
