import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Asks the person at the terminal. What is typed for a secret is not shown. */
export async function ask(question: string, { secret = false } = {}): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const output = secret ? silent : process.stderr
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  try {
    if (!secret) return await lines.question(question)
    // Only now: the terminal has stopped echoing.
    process.stderr.write(question)
    const answer = await lines.question('')
    process.stderr.write('\n')
    return answer
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
