import { access, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { codeOf } from '../error-code.ts'
import type { MailProvider, ProviderRecord, SendResult, SmsProvider } from './provider.ts'

/* Nothing leaves the machine: messages become files in the data directory, shown at /dev/mailbox (D30). */

const captured = z.object({
  id: z.uuid(),
  channel: z.enum(['EMAIL', 'SMS']),
  to: z.string(),
  from: z.string(),
  /** Missing in files of older versions. */
  reply_to: z.string().nullable().default(null),
  subject: z.string().nullable(),
  text: z.string(),
  html: z.string().nullable(),
  attachments: z.array(z.object({ filename: z.string(), content_type: z.string(), content: z.string() })),
  sent_at: z.string(),
})

export type Captured = z.infer<typeof captured>

const FILES_IN_FLIGHT = 40

/** Files are named by message id: a message sent twice is one file. */
export function createCapture({ data_dir, now }: { data_dir: string; now: () => string }): {
  mail: MailProvider
  sms: SmsProvider
} {
  async function capture(message: Omit<Captured, 'sent_at'>): Promise<SendResult> {
    try {
      await writeCaptured(data_dir, { ...message, sent_at: now() })
    } catch (error) {
      return { refused: `The file could not be written: ${String(error)}`, is_final: false }
    }
    return { provider_message_id: message.id }
  }

  const record: ProviderRecord = {
    kind: 'lookup',
    after_ms: 0,
    async find({ id }) {
      const file = path.join(mailboxFolder(data_dir), `${id}.json`)
      return access(file).then(() => [id], emptyIfMissing)
    },
  }

  return {
    mail: {
      name: 'capture',
      concurrency: FILES_IN_FLIGHT,
      record,
      send: (mails) =>
        mails.map(({ id, to, subject, text, html, from, reply_to, attachments }) =>
          capture({
            id,
            to,
            subject,
            text,
            html,
            channel: 'EMAIL',
            from: writeAddress(from),
            reply_to: reply_to ? writeAddress(reply_to) : null,
            attachments: attachments.map(({ file_name, ...rest }) => ({ filename: file_name, ...rest })),
          }),
        ),
    },
    sms: {
      name: 'capture',
      concurrency: FILES_IN_FLIGHT,
      record,
      send: (messages) =>
        messages.map(({ id, to, from, text }) =>
          capture({
            id,
            to,
            from,
            text,
            channel: 'SMS',
            reply_to: null,
            subject: null,
            html: null,
            attachments: [],
          }),
        ),
    },
  }
}

const writeAddress = ({ name, address }: { name: string; address: string }) =>
  `"${name.replace(/["\\]/g, '\\$&')}" <${address}>`

export async function listCaptured(data_dir: string): Promise<Captured[]> {
  const folder = mailboxFolder(data_dir)
  const names = await readdir(folder).catch(emptyIfMissing)
  const files = names.filter((name) => name.endsWith('.json'))
  const messages = await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')))
  return messages
    .map((message) => captured.parse(JSON.parse(message)))
    .toSorted((a, b) => (a.sent_at === b.sent_at ? compare(b.id, a.id) : compare(b.sent_at, a.sent_at)))
}

export async function writeCaptured(data_dir: string, message: Captured): Promise<void> {
  const folder = mailboxFolder(data_dir)
  const file = path.join(folder, `${message.id}.json`)
  await mkdir(folder, { recursive: true })
  await writeFile(`${file}.new`, JSON.stringify(message), { mode: 0o600 })
  await rename(`${file}.new`, file)
}

const mailboxFolder = (data_dir: string) => path.join(data_dir, 'mailbox')
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))

function emptyIfMissing(error: unknown): string[] {
  if (codeOf(error) === 'ENOENT') return []
  throw error
}
