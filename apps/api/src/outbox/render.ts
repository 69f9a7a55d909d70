import type { Email } from '../mail/email.ts'
import { digest } from './digest-kind.ts'
import { accountChanged } from './kinds/account-changed.ts'
import { accountEnding } from './kinds/account-ending.ts'
import { apiKeyExpiring } from './kinds/api-key-expiring.ts'
import { customText, customTextSms } from './kinds/custom-text.ts'
import { invitation, invitationSms } from './kinds/invitation.ts'
import { type ContentOf, type FactsOf, openTemplates } from './kinds/kind.ts'
import { automatic } from './kinds/kinds.ts'
import { loginCodeSms } from './kinds/login-code.ts'
import { memberInvitation } from './kinds/member-invitation.ts'
import { myLinks } from './kinds/my-links.ts'
import { newLink, newLinkSms } from './kinds/new-link.ts'
import { organizationEnded } from './kinds/organization-ended.ts'
import { organizationPaused, organizationResumed } from './kinds/organization-paused.ts'
import { passwordReset } from './kinds/password-reset.ts'
import { placeGivenUp } from './kinds/place-given-up.ts'
import { putBackSms } from './kinds/put-back.ts'
import { reminder, reminderSms } from './kinds/reminder.ts'
import { shiftCancelledSms } from './kinds/shift-cancelled.ts'
import { shiftChangedSms } from './kinds/shift-changed.ts'
import { shiftReminderSms } from './kinds/shift-reminder.ts'
import { smsReceived } from './kinds/sms-received.ts'
import { stopOrShiftSms } from './kinds/stop-or-shift.ts'
import { termsChange } from './kinds/terms-change.ts'
import { placeOffered } from './kinds/waiting.ts'

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
