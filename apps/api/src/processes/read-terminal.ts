import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { ConfigError } from '../config.ts'

/** Does not show a secret while it is typed. Throws `ConfigError` after Ctrl-C or Ctrl-D. */
export async function ask(question: string, { secret = false } = {}): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const output = secret ? silent : process.stderr
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  // Ctrl-C and Ctrl-D close the interface, but do not settle the question.
  const closed = new AbortController()
  lines.once('close', () => closed.abort())
  try {
    if (!secret) return await lines.question(question, closed)
    // The interface has disabled the terminal's echo.
    process.stderr.write(question)
    const answer = await lines.question('', closed)
    process.stderr.write('\n')
    return answer
  } catch (error) {
    if (closed.signal.aborted) throw new ConfigError('\nStopped: nothing was made.', { cause: error })
    throw error
  } finally {
    lines.close()
  }
}

export async function readPiped(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk
  return text.split(/\r?\n/, 1)[0] ?? ''
}
