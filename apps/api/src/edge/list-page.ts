import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { AnyReply } from '../pages/language.ts'
import { sha256 } from '../signing/sha256.ts'
import { invalid } from './refusal.ts'

/* Pages are ordered by id. Ids never change, so a row renamed between two pages is not listed twice. */

/** `after`: the id of the last row of the page before. */
export type ListPage = { limit: number; after: string | undefined }

type Query = Record<string, string | number | undefined> & {
  limit?: number | undefined
  cursor?: string | undefined
}

/** Returns the page that a client wants; undefined for the whole list. Throws 400 for the cursor of another list. */
export function pageOf(request: FastifyRequest, query: Query): ListPage | undefined {
  const { limit, cursor } = query
  if (cursor === undefined) return limit === undefined ? undefined : { limit, after: undefined }
  const after = readCursor(cursor)
  if (after === undefined || cursor !== cursorOf(request, query, after))
    throw invalid('query.cursor', 'not_cursor')
  return { limit: limit ?? MOST, after }
}

const MOST = 200

/** One extra row shows whether another page follows. */
export const rowsToRead = ({ limit }: ListPage): number => limit + 1

type Call = { request: FastifyRequest; reply: AnyReply; query: Query; config: Config }

/** Removes the extra row of `rowsToRead`, and adds a `Link` to the next page. */
export function cutPage<Row extends { id: string }>(
  call: Call,
  page: ListPage | undefined,
  rows: Row[],
): Row[] {
  if (!page || rows.length <= page.limit) return rows
  const shown = rows.slice(0, page.limit)
  addNextLink(call, page, shown.at(-1)?.id ?? '')
  return shown
}

/** Adds a `Link` to the page that begins after the row with this id (RFC 8288). */
export function addNextLink({ request, reply, query, config }: Call, { limit }: ListPage, id: string): void {
  const next = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) next.set(name, String(value))
  next.set('limit', String(limit))
  next.set('cursor', cursorOf(request, query, id))
  const [path = ''] = request.url.split('?', 1)
  reply.header('link', `<${config.admin_api_url}${path}?${next}>; rel="next"`)
}

/** Includes a hash of the list, its filters and the organisation: the cursor is not valid elsewhere. */
function cursorOf({ routeOptions, organization, params }: FastifyRequest, query: Query, id: string): string {
  const { limit: _limit, cursor: _cursor, ...filters } = query
  const list = sha256(JSON.stringify([organization, routeOptions.url, params, filters, id]))
  return id.replaceAll('-', '') + list.slice(0, 16)
}

function readCursor(cursor: string): string | undefined {
  const [, ...parts] = /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})/.exec(cursor) ?? []
  return parts.length > 0 ? parts.join('-') : undefined
}
