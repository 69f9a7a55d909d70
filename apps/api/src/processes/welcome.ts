import type { Config } from '../config.ts'
import { DEMO_ADMINISTRATOR } from '../demo/seed.ts'

type Facts = { config: Config; demo_event: string | undefined; notice: string | undefined }

/** What whoever typed `npm start` wants to know next. */
export function welcome({ config, demo_event, notice }: Facts): string {
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
    ...(isOpenToOthers(config) ? [`Others can reach it too: it listens on ${config.host}.`, ''] : []),
    ...(notice ? [notice, ''] : []),
    'Ctrl-C stops it.',
    '',
  ].join('\n')
}

/** D9: with demo data and a known password, whoever opens the address should know that they do. */
function isOpenToOthers({ host, database_url }: Config): boolean {
  return database_url === undefined && !['127.0.0.1', '::1', 'localhost'].includes(host)
}
