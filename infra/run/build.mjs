import { endWith, run } from './processes.mjs'

export const ERRORS_ONLY = '--output-logs=errors-only'

export async function build() {
  console.log('Building…')
  const result = await turbo('build', ERRORS_ONLY)
  if (result.code !== 0) await endWith(result)
}

export function turbo(task, ...args) {
  return run('turbo', ['run', task, '--ui=stream', ...args])
}
