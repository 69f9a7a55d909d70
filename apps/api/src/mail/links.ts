import type { Config } from '../config.ts'
import type { Keys } from '../signing/keys.ts'
import { oneTimeLinkToken, signId } from '../signing/signed-id.ts'

/** An assignment as it was when the message was written. */
export type Linked = { assignment_id: string; round: number }

/** Where a message leads. */
export type Links = {
  personal(linked: Linked): string
  passwordReset(one_time_token_id: string): string
  /** D31: ends messages of this kind to this address. */
  unsubscribe(message_id: string): string
  /** The same for an SMS, and shorter. */
  stop(message_id: string): string
  /** D28: from a confirmation or a digest, for somebody who did not sign up. */
  notMe(message_id: string): string
  /** Origin of the public pages. */
  public_url: string
}

/** D27: derived when it is sent, with the round of then: a message to an old address carries no new link. */
export function openLinks(
  keys: Keys,
  { public_url, public_api_url }: Pick<Config, 'public_url' | 'public_api_url'>,
): Links {
  return {
    personal: ({ assignment_id: id, round }) =>
      `${public_url}/c/${signId(keys, { purpose: 'personal_link', id, round })}`,
    passwordReset: (id) => `${public_url}/reset-password?token=${oneTimeLinkToken(keys, id)}`,
    // The API's own page: a mail program posts to this very address.
    unsubscribe: (id) =>
      `${public_api_url}/unsubscribe/${signId(keys, { purpose: 'unsubscribe', id, round: 1 })}`,
    stop: (id) => `${public_api_url}/stop/${signId(keys, { purpose: 'unsubscribe', id, round: 1 })}`,
    notMe: (id) => `${public_api_url}/not-me/${signId(keys, { purpose: 'not_me', id, round: 1 })}`,
    public_url,
  }
}

/** D27: the history is read within the product, and nobody but the recipient may have the link. */
export const linksInHistory: Links = {
  personal: () => '[personal link]',
  passwordReset: () => '[personal link]',
  unsubscribe: () => '[personal link]',
  stop: () => '[personal link]',
  notMe: () => '[personal link]',
  public_url: '',
}
