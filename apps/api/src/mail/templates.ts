import type { Email } from './email.ts'
import { type ContentOf, type FactsOf, openTemplates } from './template.ts'
import { accountChanged } from './templates/account-changed.ts'
import { accountEnding } from './templates/account-ending.ts'
import { apiKeyExpiring } from './templates/api-key-expiring.ts'
import { confirmation, linkAgain } from './templates/confirmation.ts'
import { customText, customTextSms } from './templates/custom-text.ts'
import { digest } from './templates/digest.ts'
import { emailChanged, emailConfirm } from './templates/email-change.ts'
import { invitation, invitationSms } from './templates/invitation.ts'
import { loginCodeSms } from './templates/login-code.ts'
import { memberInvitation } from './templates/member-invitation.ts'
import { myLinks } from './templates/my-links.ts'
import { newLink, newLinkSms } from './templates/new-link.ts'
import { organizationEnded } from './templates/organization-ended.ts'
import { organizationPaused, organizationResumed } from './templates/organization-paused.ts'
import { passwordReset } from './templates/password-reset.ts'
import { phoneChanged } from './templates/phone-changed.ts'
import { placeFreed } from './templates/place-freed.ts'
import { placeGivenUp } from './templates/place-given-up.ts'
import { reminder, reminderSms } from './templates/reminder.ts'
import { shiftCancelled, shiftCancelledSms } from './templates/shift-cancelled.ts'
import { shiftChanged, shiftChangedSms } from './templates/shift-changed.ts'
import { shiftReminder, shiftReminderSms } from './templates/shift-reminder.ts'
import { termsChange } from './templates/terms-change.ts'
import { placeOffered, waitingCancelled, waitingJoined, waitingMoved } from './templates/waiting.ts'

/* By the names that are stored in `message.template`. */

const emails = {
  confirmation,
  link_again: linkAgain,
  shift_changed: shiftChanged,
  shift_cancelled: shiftCancelled,
  place_freed: placeFreed,
  new_link: newLink,
  phone_changed: phoneChanged,
  email_confirm: emailConfirm,
  email_changed: emailChanged,
  shift_reminder: shiftReminder,
  waiting_joined: waitingJoined,
  place_offered: placeOffered,
  waiting_moved: waitingMoved,
  waiting_cancelled: waitingCancelled,
  digest,
  password_reset: passwordReset,
  account_ending: accountEnding,
  account_changed: accountChanged,
  organization_ended: organizationEnded,
  organization_paused: organizationPaused,
  organization_resumed: organizationResumed,
  api_key_expiring: apiKeyExpiring,
  terms_change: termsChange,
  member_invitation: memberInvitation,
  place_given_up: placeGivenUp,
  my_links: myLinks,
  invitation,
  reminder,
  custom_text: customText,
}

const sms = {
  shift_changed: shiftChangedSms,
  shift_cancelled: shiftCancelledSms,
  new_link: newLinkSms,
  shift_reminder: shiftReminderSms,
  invitation: invitationSms,
  reminder: reminderSms,
  custom_text: customTextSms,
  login_code: loginCodeSms,
}

type EmailFacts = FactsOf<typeof emails>
type SmsFacts = FactsOf<typeof sms>

export type EmailContent = ContentOf<EmailFacts>
export type SmsContent = ContentOf<SmsFacts>

export const emailTemplates = openTemplates<EmailFacts, Email>(emails)
export const smsTemplates = openTemplates<SmsFacts, string>(sms)
