import type { PageRenderer } from '@muster/contract/page-renderer'
import { type LinkPageName, linkPages, pathOf } from '@muster/contract/pages'
import type { FastifyInstance } from 'fastify'
import { redirectToCanonical } from '../access/canonical-id.ts'
import type { ShownOrganization } from '../db/public-organization.ts'
import { buildResponse, sendCached } from '../edge/cached-response.ts'
import { Refusal } from '../edge/refusal.ts'
import { HTML } from './html.ts'

type FindOrganization = (token: string) => Promise<ShownOrganization>

/** Finds whose link it is. Throws a refusal for a token that is none. */
export type LinkOrganizations = Record<LinkPageName, FindOrganization>

/**
 * Serves the documents of links with a token. Crawlers of chats state no language: they get what the link is and whose, in
 * the organisation's language, and for an unknown token what browsers get. No one is named.
 */
export function installLinkPages(
  app: FastifyInstance,
  pages: PageRenderer,
  organizations: LinkOrganizations,
): void {
  for (const name of linkPages) {
    const neutral = build(pages.writeEmpty(name))
    app.get<{ Params: { token: string } }>(
      pathOf(name),
      { onRequest: redirectToCanonical, config: { cors: false } },
      async (request, reply) => {
        if (request.headers['accept-language'] !== undefined) return sendCached(request, reply, neutral)
        try {
          const { name: organization, language } = await organizations[name](request.params.token)
          return sendCached(request, reply, build(pages.writeLink({ page: name, organization, language })))
        } catch (error) {
          if (!(error instanceof Refusal))
            request.log.error({ err: error }, 'an organisation could not be read for the preview of a link')
          return sendCached(request, reply, neutral)
        }
      },
    )
  }
}

const build = (html: string) =>
  buildResponse(html, {
    type: HTML,
    vary: ['accept-language'],
    headers: { 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' },
  })
