import type { ErrorCode } from '@muster/contract/errors'
import { foldAddress } from '@muster/contract/rules/fold'
import type { Config } from '../../config.ts'
import type { OrgTx } from '../../db/client.ts'
import type { PersonRow } from '../../db/schema.ts'
import { conflict } from '../../edge/refusal.ts'
import { isCostlyNumber } from '../../outbox/costly-number.ts'
import { listSuppressed } from '../../outbox/suppression.ts'
import type { Channel } from '../../providers/provider.ts'
import { CHANNELS, type InviteMethod } from '../assignments/send-invite.ts'

type Addressed = Pick<PersonRow, 'email' | 'phone'>

/** Returns why a channel does not reach somebody (D31). Undefined: it does. */
export async function loadUnreachable(
  tx: OrgTx,
  people: readonly Addressed[],
  config: Config,
): Promise<(person: Addressed, channel: Channel) => ErrorCode | undefined> {
  const suppressed = {
    EMAIL: await listSuppressed(
      tx,
      'EMAIL',
      people.map(({ email }) => email),
    ),
    SMS: await listSuppressed(
      tx,
      'SMS',
      people.flatMap(({ phone }) => phone ?? []),
    ),
  }
  return ({ email, phone }, channel) => {
    const address = channel === 'SMS' ? phone : email
    if (!address) return 'no_contact_info'
    if (channel === 'SMS' && isCostlyNumber(address, config)) return 'number_not_allowed'
    const reason = suppressed[channel].get(foldAddress(address))
    if (reason === 'hard_bounce') return 'address_bounced'
    return reason === undefined ? undefined : 'opted_out'
  }
}

type Reachable<Person> = Person & { channels: Channel[]; invite_method: InviteMethod }

/** Returns how each person is asked. Refuses the first who cannot be, by name. */
export async function findReachable<Person extends PersonRow>(
  tx: OrgTx,
  people: readonly Person[],
  { method, config }: { method: InviteMethod; config: Config },
): Promise<Reachable<Person>[]> {
  const whyNot = await loadUnreachable(tx, people, config)
  return people.map((person) => {
    const channels = CHANNELS[method].filter((channel) => whyNot(person, channel) === undefined)
    const [only] = channels
    if (only) return { ...person, channels, invite_method: channels.length > 1 ? 'BOTH' : only }
    const { id: person_id, first_name, last_name } = person
    const [code = 'no_contact_info'] = CHANNELS[method].flatMap((channel) => whyNot(person, channel) ?? [])
    throw conflict(code, { person_id, name: `${first_name} ${last_name}`, sentence: 'unreachable' })
  })
}
