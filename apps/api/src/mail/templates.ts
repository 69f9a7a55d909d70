import type { Email } from './email.ts'
import { type ContentOf, type FactsOf, openTemplates } from './template.ts'
import { accountChanged } from './templates/account-changed.ts'
import { accountEnding } from './templates/account-ending.ts'
import { apiKeyExpiring } from './templates/api-key-expiring.ts'
import { automatic } from './templates/automatic.ts'
import { customText, customTextSms } from './templates/custom-text.ts'
import { digest } from './templates/digest.ts'
import { invitation, invitationSms } from './templates/invitation.ts'
import { loginCodeSms } from './templates/login-code.ts'
import { memberInvitation } from './templates/member-invitation.ts'
import { myLinks } from './templates/my-links.ts'
import { newLink, newLinkSms } from './templates/new-link.ts'
import { organizationEnded } from './templates/organization-ended.ts'
import { organizationPaused, organizationResumed } from './templates/organization-paused.ts'
import { passwordReset } from './templates/password-reset.ts'
import { placeGivenUp } from './templates/place-given-up.ts'
import { putBackSms } from './templates/put-back.ts'
import { reminder, reminderSms } from './templates/reminder.ts'
import { shiftCancelledSms } from './templates/shift-cancelled.ts'
import { shiftChangedSms } from './templates/shift-changed.ts'
import { shiftReminderSms } from './templates/shift-reminder.ts'
import { smsReceived } from './templates/sms-received.ts'
import { stopOrShiftSms } from './templates/stop-or-shift.ts'
import { termsChange } from './templates/terms-change.ts'
import { placeOffered } from './templates/waiting.ts'

/* The keys are the names stored in `message.template`. */

const emails = {
  ...automatic,
  new_link: newLink,
  place_offered: placeOffered,
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
  sms_received: smsReceived,
  my_links: myLinks,
  invitation,
  reminder,
  custom_text: customText,
}

const sms = {
  shift_changed: shiftChangedSms,
  shift_cancelled: shiftCancelledSms,
  put_back: putBackSms,
  new_link: newLinkSms,
  shift_reminder: shiftReminderSms,
  invitation: invitationSms,
  reminder: reminderSms,
  custom_text: customTextSms,
  login_code: loginCodeSms,
  stop_or_shift: stopOrShiftSms,
}

type EmailFacts = FactsOf<typeof emails>
type SmsFacts = FactsOf<typeof sms>

export type EmailContent = ContentOf<EmailFacts>
export type SmsContent = ContentOf<SmsFacts>

export const emailTemplates = openTemplates<EmailFacts, Email>(emails)
export const smsTemplates = openTemplates<SmsFacts, string>(sms)

type Trait = 'is_about_account' | 'is_sent_despite_unsubscribe' | 'ends_with_shifts'

function listNames(trait: Trait): ReadonlySet<string> {
  const all: [string, { [Each in Trait]?: true }][] = [...Object.entries(emails), ...Object.entries(sms)]
  return new Set(all.flatMap(([name, template]) => (template[trait] ? name : [])))
}

export const ABOUT_ACCOUNTS = listNames('is_about_account')
export const SENT_DESPITE_UNSUBSCRIBE = listNames('is_sent_despite_unsubscribe')
export const ENDING_WITH_SHIFTS = listNames('ends_with_shifts')
