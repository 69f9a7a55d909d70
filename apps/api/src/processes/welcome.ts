import { publicPath } from '@muster/contract/pages'
import type { Config } from '../config.ts'
import { DEMO_ADMINISTRATOR, type Demo } from '../demo/seed.ts'

type WelcomeOptions = { config: Config; demo: Demo | undefined; notice: string | undefined }

export function welcome({ config, demo, notice }: WelcomeOptions): string {
  const { public_url } = config
  const { email, password } = DEMO_ADMINISTRATOR
  const rows = [
    ['Open', public_url],
    ...(config.demo ? [['Sign in', `${email}  ${password}`]] : []),
    ...(demo ? [['Volunteers', public_url + publicPath('event', { eventId: demo.event_ids[0] })]] : []),
    ...(config.production ? [] : [['Mailbox', `${public_url}/dev/mailbox`]]),
  ]
  return [
    '',
    'Muster is running.',
    '',
    ...rows.map(([label = '', value = '']) => `  ${label.padEnd(12)}${value}`),
    '',
    ...(config.demo ? [] : ['The first administrator: npm run muster -- create-admin', '']),
    ...(isReachable(config) ? [`Others can reach it too: it listens on ${config.host}.`, ''] : []),
    ...(notice ? [notice, ''] : []),
    'Ctrl-C stops it.',
    '',
  ].join('\n')
}

/** Returns the content of READY_FILE, for programs that start the product. */
export function ready({ config, demo }: Pick<WelcomeOptions, 'config' | 'demo'>): string {
  const account = config.demo ? { account: DEMO_ADMINISTRATOR } : {}
  return `${JSON.stringify({ url: config.public_url, ...account, ...demo })}\n`
}

/** Returns true if other machines can reach the demo data, whose password is known (D9). */
function isReachable({ host, database_url }: Config): boolean {
  return database_url === undefined && !['127.0.0.1', '::1', 'localhost'].includes(host)
}
