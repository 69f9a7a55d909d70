import { Client } from 'pg'
import { codeOf } from '../error-code.ts'

export class DatabaseSetupError extends Error {}

const OLDEST_VERSION = 15

/** Throws `DatabaseSetupError`. `setting` names the setting that holds the URL. */
export async function checkDatabase(url: string, setting: string): Promise<void> {
  const { host } = new URL(url)
  let client: Client | undefined
  try {
    // Reads the certificates that the URL names.
    client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
    // Without a listener this event would end the process; the query fails too.
    client.on('error', () => undefined)
    await client.connect()
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int / 10000 as version",
    )
    const version = rows[0]?.version ?? 0
    if (version < OLDEST_VERSION) {
      throw new DatabaseSetupError(
        `The database at ${host} is PostgreSQL ${version}; Muster needs ${OLDEST_VERSION} or newer.`,
      )
    }
  } catch (error) {
    throw error instanceof DatabaseSetupError
      ? error
      : new DatabaseSetupError(explain(error, { host, setting }), { cause: error })
  } finally {
    await client?.end().catch(() => undefined)
  }
}

type Where = { host: string; setting: string }

function explain(error: unknown, { host, setting }: Where): string {
  const tls = explainTls(error, { host, setting })
  if (tls) return tls
  switch (codeOf(error)) {
    case '28P01':
    case '28000':
      return `The database at ${host} refuses the user or password: correct ${setting}.`
    case '3D000':
      return `The database named in ${setting} does not exist at ${host}: create it, or correct ${setting}.`
    case 'ENOTFOUND':
      return `There is no host ${host}: correct ${setting}.`
    default:
      return `The database at ${host} does not answer: start it, or correct ${setting}.`
  }
}

function explainTls(error: unknown, { host, setting }: Where): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = codeOf(error) ?? ''
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'open' && 'path' in error)
    return `The file ${String(error.path)}, which ${setting} names, cannot be read.`
  if (error.message.includes('does not support SSL'))
    return `The database at ${host} does not offer TLS: turn it on there (ssl = on), or correct sslmode in ${setting}.`
  if (code === '28000' && error.message.includes('no encryption'))
    return `The database at ${host} takes encrypted connections only: add sslmode=verify-full to ${setting}.`
  if (/^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO)/.test(code))
    return `The certificate of the database at ${host} is not trusted (${code}): add sslrootcert=<file of its authority> to ${setting}, or correct the certificate or the host.`
  return undefined
}
