import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { launchOptions } from '../../../apps/web/e2e/launch-options.ts'

const run = promisify(execFile)

/** Version for npx. Lighthouse is not a dependency, because it is larger than all the others together. */
const LIGHTHOUSE = 'lighthouse@12.8.2'

const CHROME_FLAGS = `--chrome-flags=--headless=new ${launchOptions.args.join(' ')}`

type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo'

export type Verdict = {
  categories: Partial<Record<Category, { score: number | null }>>
  audits: Record<string, { score: number | null; title: string; numericValue?: number } | undefined>
}

/** Measures with slow 4G and a quarter of this machine's speed, throttled by the browser's developer tools. */
export function runSlowly(url: string): Promise<Verdict> {
  return runLighthouse(url, ['--only-categories=performance', '--throttling-method=devtools'])
}

/** `skipped` lists audits that the page fails on purpose. */
export function inspect(url: string, skipped: readonly string[]): Promise<Verdict> {
  return runLighthouse(url, [
    '--only-categories=accessibility,best-practices,seo',
    '--throttling-method=provided',
    ...(skipped.length > 0 ? [`--skip-audits=${skipped.join(',')}`] : []),
    '--ignore-status-code',
  ])
}

async function runLighthouse(url: string, options: readonly string[]): Promise<Verdict> {
  const { stdout } = await run(
    'npx',
    ['-y', LIGHTHOUSE, url, '--quiet', '--output=json', CHROME_FLAGS, ...options],
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
