import type { Deps } from '../src/deps.ts'
import { openMailLane, openSmsLane } from '../src/outbox/deliver.ts'
import { resolveUnheard } from '../src/outbox/resolve.ts'
import type { Mail, Provider, ProviderRecord, Providers, Sent, Sms } from '../src/providers/provider.ts'

/** What a worker does, once, to the end: asks about what nobody heard of, sends what is due, settles it. */
export async function deliverDue(deps: Deps, providers: Providers): Promise<void> {
  await resolveUnheard(deps, providers)
  const { mail, sms } = providers
  const lanes = [mail && openMailLane(deps, mail), sms && openSmsLane(deps, sms)]
  for (const lane of lanes) {
    await lane?.run()
    await lane?.settled()
  }
}

type Answers = {
  mail?: (mail: Mail) => Promise<Sent> | Sent
  sms?: (sms: Sms) => Promise<Sent> | Sent
  record?: ProviderRecord
  at_once?: number
}

/** Providers that remember, and answer as told: by default they take everything and cannot be asked. */
export function buildProviders({
  mail = accept,
  sms = accept,
  record = { kind: 'none' },
  at_once = 20,
}: Answers = {}) {
  const mails: Mail[] = []
  const texts: Sms[] = []
  const remembering = <M>(list: M[], answer: (message: M) => Promise<Sent> | Sent): Provider<M> => ({
    name: 'stand-in',
    at_once,
    record,
    send: (messages) =>
      messages.map(async (message) => {
        list.push(message)
        return answer(message)
      }),
  })
  return { providers: { mail: remembering(mails, mail), sms: remembering(texts, sms) }, mails, texts }
}

const accept = ({ id }: { id: string }): Sent => ({ provider_message_id: `p-${id}` })
