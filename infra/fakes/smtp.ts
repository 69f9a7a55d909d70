import { SMTPServer } from 'smtp-server'
import { portOf } from '../run/ports.ts'

export type AcceptedEmail = { to: string; source: string }

export type SmtpFault =
  /** A `code` of 4xx is temporary, 5xx is final. */
  { kind: 'refuse'; code: number } | { kind: 'stall' } | { kind: 'drop_after' }

export class SmtpFake {
  readonly ledger: AcceptedEmail[] = []
  fault: (to: string) => SmtpFault | undefined = () => undefined
  readonly #sockets = new Set<{ destroy(): void }>()
  readonly #server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const to = session.envelope.rcptTo[0]?.address ?? ''
        const fault = this.fault(to)
        if (fault?.kind === 'refuse') {
          return done(Object.assign(new Error('Refused as told'), { responseCode: fault.code }))
        }
        this.ledger.push({ to, source: Buffer.concat(parts).toString() })
        if (fault?.kind === 'stall') return
        if (fault?.kind === 'drop_after') return this.cut()
        done()
      })
    },
  })

  static async open(port = 0): Promise<SmtpFake> {
    const fake = new SmtpFake()
    fake.#server.on('error', () => {})
    fake.#server.server.on('connection', (socket) => {
      fake.#sockets.add(socket)
      socket.on('close', () => fake.#sockets.delete(socket))
    })
    await new Promise<void>((resolve) => fake.#server.listen(port, '127.0.0.1', resolve))
    return fake
  }

  get url(): string {
    return `smtp://127.0.0.1:${portOf(this.#server.server)}`
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  async close(): Promise<void> {
    this.cut()
    await new Promise<void>((resolve) => this.#server.close(resolve))
  }
}
