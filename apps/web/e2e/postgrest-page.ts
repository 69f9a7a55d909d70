import { PostgrestClient as Newest } from 'postgrest-js-newest'
import { PostgrestClient as Oldest } from 'postgrest-js-oldest'

/* Script of a page at another origin: the public client of direct reads, unmodified, in the version of the path. */

export type Read = { status: number; data: unknown; code: string | undefined }

declare global {
  interface Window {
    read(table: string, columns: string, filter: [column: string, value: string]): Promise<Read>
  }
}

const api = document.querySelector('meta[name="api"]')?.getAttribute('content') ?? ''
const address = `${api}/rest/v1`
const options = { headers: { apikey: 'anonymous', Authorization: 'Bearer anonymous' }, schema: 'public' }
// The methods used here are the same in both versions.
const client: Newest = Object.assign(
  location.pathname === '/1.19.4' ? new Oldest(address, options) : new Newest(address, options),
)

window.read = async (table, columns, [column, value]) => {
  const { status, data, error } = await client.from(table).select(columns).eq(column, value)
  return { status, data, code: error?.code }
}
