import { accountChanged } from './account-changed.ts'
import { accountEnding } from './account-ending.ts'
import { apiKeyExpiring } from './api-key-expiring.ts'
import { broadcastTest } from './broadcast-test.ts'
import { calendarFeedMail } from './calendar-feed.ts'
import { confirmation, linkAgain } from './confirmation.ts'
import { customText } from './custom-text.ts'
import { detailsConfirm } from './details-confirm.ts'
import { emailChanged, emailConfirm } from './email-change.ts'
import { givenUp } from './given-up.ts'
import { invitation } from './invitation.ts'
import type { Template } from './kind.ts'
import { loginCode } from './login-code.ts'
import { memberInvitation } from './member-invitation.ts'
import { myLinks } from './my-links.ts'
import { newLink } from './new-link.ts'
import { offerEnded } from './offer-ended.ts'
import { organizationEnded } from './organization-ended.ts'
import { organizationPaused, organizationResumed } from './organization-paused.ts'
import { passwordReset } from './password-reset.ts'
import { requested, signedUp } from './people-by-shift.ts'
import { personalEmail } from './personal-email.ts'
import { phoneChanged } from './phone-changed.ts'
import { placeFreed } from './place-freed.ts'
import { placeGivenUp } from './place-given-up.ts'
import { putBack } from './put-back.ts'
import { reminder } from './reminder.ts'
import { requestEnded, requestReceived } from './request.ts'
import { shiftCancelled } from './shift-cancelled.ts'
import { shiftChanged } from './shift-changed.ts'
import { shiftReminder } from './shift-reminder.ts'
import { signupOpen } from './signup-open.ts'
import { smsReceived } from './sms-received.ts'
import { stopOrShift } from './stop-or-shift.ts'
import { termsChange } from './terms-change.ts'
import { offerLapsed, placeOffered, waitingCancelled, waitingJoined, waitingMoved } from './waiting.ts'

/** The keys are the names stored in `message.template`. */
export const kinds = {
  confirmation,
  link_again: linkAgain,
  invitation,
  reminder,
  custom_text: customText,
  personal_email: personalEmail,
  shift_reminder: shiftReminder,
  shift_changed: shiftChanged,
  shift_cancelled: shiftCancelled,
  offer_ended: offerEnded,
  place_freed: placeFreed,
  given_up: givenUp,
  put_back: putBack,
  new_link: newLink,
  phone_changed: phoneChanged,
  calendar_feed: calendarFeedMail,
  details_confirm: detailsConfirm,
  email_confirm: emailConfirm,
  email_changed: emailChanged,
  my_links: myLinks,
  signup_open: signupOpen,
  waiting_joined: waitingJoined,
  waiting_moved: waitingMoved,
  waiting_cancelled: waitingCancelled,
  place_offered: placeOffered,
  offer_lapsed: offerLapsed,
  stop_or_shift: stopOrShift,
  place_given_up: placeGivenUp,
  request_received: requestReceived,
  request_ended: requestEnded,
  signed_up: signedUp,
  requested,
  sms_received: smsReceived,
  password_reset: passwordReset,
  login_code: loginCode,
  member_invitation: memberInvitation,
  account_changed: accountChanged,
  account_ending: accountEnding,
  organization_ended: organizationEnded,
  organization_paused: organizationPaused,
  organization_resumed: organizationResumed,
  api_key_expiring: apiKeyExpiring,
  terms_change: termsChange,
  broadcast_test: broadcastTest,
}

type Kinds = typeof kinds

type ContentOf<Channel extends 'email' | 'sms'> = {
  [Name in keyof Kinds]: Kinds[Name] extends { [Each in Channel]: Template<infer Payload, unknown> }
    ? { template: Name; payload: Payload }
    : never
}[keyof Kinds]

export type EmailContent = ContentOf<'email'>
export type SmsContent = ContentOf<'sms'>
