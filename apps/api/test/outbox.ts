import { eq, sql } from 'drizzle-orm'
import * as schema from '../src/db/schema.ts'
import type { Deps } from '../src/deps.ts'
import { createMailSender, createSmsSender } from '../src/outbox/deliver.ts'
import { writeForHistory } from '../src/outbox/render.ts'
import { resolveUnknown } from '../src/outbox/resolve.ts'
import type { Mail, Provider, ProviderRecord, Providers, SendResult, Sms } from '../src/providers/provider.ts'

export async function deliverDue(deps: Deps, providers: Providers): Promise<void> {
  await resolveUnknown(deps, providers)
  const { mail, sms } = providers
  const senders = [mail && createMailSender(deps, mail), sms && createSmsSender(deps, sms)]
  for (const sender of senders) {
    await sender?.run()
    await sender?.settled()
  }
}

/** Ends the time in which broadcasts can be undone (D29). */
export async function makeDue({ db }: Pick<Deps, 'db'>): Promise<void> {
  await db.system((tx) =>
    tx
      .update(schema.message)
      .set({ due_at: sql`least(due_at, now())` })
      .where(eq(schema.message.status, 'QUEUED')),
  )
}

/** A message as the history shows it: its text is stored once it is claimed. */
export function withText<Row extends Parameters<typeof writeForHistory>[0]>(row: Row) {
  const text = writeForHistory(row)
  if (!text) throw new Error(`${row.template} cannot be written`)
  return { ...row, ...text }
}

type Answers = {
  mail?: (mail: Mail) => Promise<SendResult> | SendResult
  sms?: (sms: Sms) => Promise<SendResult> | SendResult
  record?: ProviderRecord
  concurrency?: number
}

/** By default providers accept everything and cannot be asked. */
export function buildProviders({
  mail = accept,
  sms = accept,
  record = { kind: 'none' },
  concurrency = 20,
}: Answers = {}) {
  const mails: Mail[] = []
  const texts: Sms[] = []
  const remembering = <M>(
    list: M[],
    answer: (message: M) => Promise<SendResult> | SendResult,
  ): Provider<M> => ({
    name: 'stand-in',
    concurrency,
    record,
    send: (messages) =>
      messages.map(async (message) => {
        list.push(message)
        return answer(message)
      }),
  })
  return { providers: { mail: remembering(mails, mail), sms: remembering(texts, sms) }, mails, texts }
}

const accept = ({ id }: { id: string }): SendResult => ({ provider_message_id: `p-${id}` })
