import type { Config } from '../config.ts'
import { DEMO_ADMINISTRATOR } from '../demo/seed.ts'

type WelcomeOptions = { config: Config; demo_event: string | undefined; notice: string | undefined }

export function welcome({ config, demo_event, notice }: WelcomeOptions): string {
  const { public_url } = config
  const { email, password } = DEMO_ADMINISTRATOR
  const rows = [
    ['Open', public_url],
    ...(config.demo ? [['Sign in', `${email}  ${password}`]] : []),
    ...(demo_event ? [['Volunteers', `${public_url}/e/${demo_event}`]] : []),
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

/** Other machines can reach the demo data, whose password is known (D9). */
function isReachable({ host, database_url }: Config): boolean {
  return database_url === undefined && !['127.0.0.1', '::1', 'localhost'].includes(host)
}
