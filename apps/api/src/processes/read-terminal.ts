import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { ConfigError } from '../config.ts'

/** Asks the person at the terminal; what is typed for a secret is not shown. Throws ConfigError when they give up. */
export async function ask(question: string, { secret = false } = {}): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const output = secret ? silent : process.stderr
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  // Ctrl-C and Ctrl-D close the lines, and leave the question open for ever.
  const closed = new AbortController()
  lines.once('close', () => closed.abort())
  try {
    if (!secret) return await lines.question(question, closed)
    // Only now: the terminal has stopped echoing.
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

/** The first line of what is piped in; empty if nothing is. */
export async function readPiped(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk
  return text.split(/\r?\n/, 1)[0] ?? ''
}
