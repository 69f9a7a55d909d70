import { foldAddress } from '@muster/contract/rules/fold'
import type { unreachableCodes } from '@muster/contract/send-invitations'
import type { Config } from '../../config.ts'
import type { OrgTx } from '../../db/client.ts'
import type { PersonRow } from '../../db/schema.ts'
import { isCostlyNumber } from '../../outbox/costly-number.ts'
import { listSuppressed } from '../../outbox/suppression.ts'
import type { Channel } from '../../providers/provider.ts'

export type InviteMethod = 'EMAIL' | 'SMS' | 'BOTH'

export const CHANNELS = { EMAIL: ['EMAIL'], SMS: ['SMS'], BOTH: ['EMAIL', 'SMS'] } as const

type Addressed = Pick<PersonRow, 'email' | 'phone'>

export type UnreachableCode = (typeof unreachableCodes)[number]

/** Returns the reason why a message on a channel cannot reach a person (D31), or undefined if it can. */
export async function loadUnreachable(
  tx: OrgTx,
  people: readonly Addressed[],
  config: Config,
): Promise<(person: Addressed, channel: Channel) => UnreachableCode | undefined> {
  const suppressed = {
    EMAIL: await listSuppressed(
      tx,
      'EMAIL',
      people.flatMap(({ email }) => email ?? []),
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

/** The channels of an invitation. With the method `BOTH` this is one channel if the other cannot reach the person. */
export type Reach = { channels: Channel[]; invite_method: InviteMethod }

/** Returns the channels that reach a person, or the reason why no channel of the method does. */
export async function loadReach(
  tx: OrgTx,
  people: readonly Addressed[],
  config: Config,
): Promise<(person: Addressed, method: InviteMethod) => Reach | UnreachableCode> {
  const whyNot = await loadUnreachable(tx, people, config)
  return (person, method) => {
    const channels = CHANNELS[method].filter((channel) => whyNot(person, channel) === undefined)
    const [code = 'no_contact_info'] = CHANNELS[method].flatMap((channel) => whyNot(person, channel) ?? [])
    return reachOn(channels) ?? code
  }
}

export function reachOn(channels: Channel[]): Reach | undefined {
  const [only] = channels
  return only && { channels, invite_method: channels.length > 1 ? 'BOTH' : only }
}
