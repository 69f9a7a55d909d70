import { publicPath } from '@muster/contract/pages'
import { LINK_PLACEHOLDER } from '@muster/contract/rules/link-placeholder'
import type { Config } from '../config.ts'
import type { Keys } from '../signing/keys.ts'
import { phoneCode } from '../signing/phone-code.ts'
import { oneTimeLinkToken, signId } from '../signing/signed-id.ts'

/** `round` has the value of when the message was enqueued (D17). */
type LinkedAssignment = { assignment_id: string; round: number }

export type Links = {
  personal(assignment: LinkedAssignment): string
  waiting(place: { waiting_id: string; round: number }): string
  /** D52 */
  request(form: { form_id: string }): string
  passwordReset(one_time_token_id: string): string
  authCode(flow: { flow_state_id: string; redirect_to: string }): string
  join(invitation: { invitation_id: string; round: number }): string
  unsubscribe(message_id: string): string
  stop(message_id: string): string
  notMe(message_id: string): string
  /** For a message about an act of an account (D64). */
  accountNotMe(message_id: string): string
  confirmEmail(email_change_id: string): string
  confirmDetails(request: { person_id: string; request_id: string }): string
  calendarFeed(feed: { person_id: string; round: number }): string
  undoEmail(email_change_id: string): string
  /** D7: derived like links, and stored nowhere. */
  phoneCode(challenge_id: string): string
  public_url: string
  /** Host of `public_url`. */
  host: string
}

/** Links are derived when a message is sent, and stored nowhere (D27). */
export function createLinks(
  keys: Keys,
  { public_url, public_api_url }: Pick<Config, 'public_url' | 'public_api_url'>,
): Links {
  return {
    personal: ({ assignment_id: id, round }) =>
      public_url +
      publicPath('confirmation', { token: signId(keys, { purpose: 'personal_link', id, round }) }),
    waiting: ({ waiting_id: id, round }) =>
      public_url + publicPath('waiting', { token: signId(keys, { purpose: 'waiting', id, round }) }),
    request: ({ form_id: id }) =>
      public_url + publicPath('request', { token: signId(keys, { purpose: 'request', id, round: 1 }) }),
    passwordReset: (id) => `${public_url}/reset-password?token=${oneTimeLinkToken(keys, id)}`,
    authCode: ({ flow_state_id: id, redirect_to }) => {
      const link = new URL(redirect_to)
      link.searchParams.set('code', signId(keys, { purpose: 'auth_code', id, round: 1 }))
      return link.href
    },
    join: ({ invitation_id: id, round }) =>
      `${public_url}/join/${signId(keys, { purpose: 'member_invitation', id, round })}`,
    // Uses the API's origin, because mail clients post to it (RFC 8058).
    unsubscribe: (id) =>
      `${public_api_url}/unsubscribe/${signId(keys, { purpose: 'unsubscribe', id, round: 1 })}`,
    stop: (id) => `${public_api_url}/stop/${signId(keys, { purpose: 'unsubscribe', id, round: 1 })}`,
    notMe: (id) => `${public_api_url}/not-me/${signId(keys, { purpose: 'not_me', id, round: 1 })}`,
    accountNotMe: (id) =>
      `${public_api_url}/not-me/account/${signId(keys, { purpose: 'account_not_me', id, round: 1 })}`,
    confirmEmail: (id) =>
      `${public_api_url}/confirm-email/${signId(keys, { purpose: 'email_confirm', id, round: 1 })}`,
    undoEmail: (id) =>
      `${public_api_url}/undo-email/${signId(keys, { purpose: 'email_undo', id, round: 1 })}`,
    confirmDetails: ({ person_id: id, request_id: scope }) =>
      `${public_api_url}/confirm-details/${signId(keys, { purpose: 'details_confirm', id, round: 1, scope })}`,
    calendarFeed: ({ person_id: id, round }) =>
      `${public_api_url}/calendar/feed/${signId(keys, { purpose: 'calendar_feed', id, round })}.ics`,
    phoneCode: (challenge_id) => phoneCode(keys, challenge_id),
    public_url,
    host: new URL(public_url).hostname,
  }
}

/** Returns the same links, each replaced by what `map` returns. */
export const mapLinks = (links: Links, map: (link: string) => string): Links => ({
  ...links,
  personal: (assignment) => map(links.personal(assignment)),
  waiting: (place) => map(links.waiting(place)),
  request: (form) => map(links.request(form)),
  passwordReset: (id) => map(links.passwordReset(id)),
  authCode: (flow) => map(links.authCode(flow)),
  join: (invitation) => map(links.join(invitation)),
  unsubscribe: (id) => map(links.unsubscribe(id)),
  stop: (id) => map(links.stop(id)),
  notMe: (id) => map(links.notMe(id)),
  accountNotMe: (id) => map(links.accountNotMe(id)),
  confirmEmail: (id) => map(links.confirmEmail(id)),
  undoEmail: (id) => map(links.undoEmail(id)),
  confirmDetails: (request) => map(links.confirmDetails(request)),
  calendarFeed: (feed) => map(links.calendarFeed(feed)),
})

export const historyLinks: Links = {
  personal: () => LINK_PLACEHOLDER,
  waiting: () => LINK_PLACEHOLDER,
  request: () => LINK_PLACEHOLDER,
  passwordReset: () => LINK_PLACEHOLDER,
  authCode: () => LINK_PLACEHOLDER,
  join: () => LINK_PLACEHOLDER,
  unsubscribe: () => LINK_PLACEHOLDER,
  stop: () => LINK_PLACEHOLDER,
  notMe: () => LINK_PLACEHOLDER,
  accountNotMe: () => LINK_PLACEHOLDER,
  confirmEmail: () => LINK_PLACEHOLDER,
  confirmDetails: () => LINK_PLACEHOLDER,
  calendarFeed: () => LINK_PLACEHOLDER,
  undoEmail: () => LINK_PLACEHOLDER,
  phoneCode: () => '[code]',
  public_url: '',
  host: '',
}
