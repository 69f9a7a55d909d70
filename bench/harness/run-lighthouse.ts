import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { launchOptions } from '../../apps/web/e2e/launch-options.ts'

const run = promisify(execFile)

/** Fetched when asked for: with all it needs it weighs more than the rest of what we install. */
const LIGHTHOUSE = 'lighthouse@12.8.2'

type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo'

export type Verdict = {
  categories: Partial<Record<Category, { score: number | null }>>
  audits: Record<string, { score: number | null; title: string; numericValue?: number } | undefined>
}

/** A phone on slow 4G with a quarter of this machine's speed, both held back by the browser's own developer tools. */
export async function runLighthouse(
  url: string,
  categories: readonly Category[],
  skipped: readonly string[] = [],
): Promise<Verdict> {
  const { stdout } = await run(
    'npx',
    [
      ...['-y', LIGHTHOUSE, url, '--quiet', '--output=json', '--throttling-method=devtools'],
      `--only-categories=${categories.join(',')}`,
      ...(skipped.length > 0 ? [`--skip-audits=${skipped.join(',')}`] : []),
      '--ignore-status-code',
      `--chrome-flags=--headless=new ${launchOptions.args.join(' ')}`,
    ],
    {
      maxBuffer: 64 * 2 ** 20,
      env: {
        ...process.env,
        ...(launchOptions.executablePath && { CHROME_PATH: launchOptions.executablePath }),
      },
    },
  )
  return JSON.parse(stdout)
}
