import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../../i18n/define-texts.ts'

const en = {
  title: 'Sign up: {{role}}, {{when}}',
  take_title: 'Take the shift: {{role}}, {{when}}',
  take: 'Take this shift',
  ask: 'Ask for this shift',
  asked: 'Your request is with the organizer',
  asked_text: 'You hear by e-mail, at {{email}}. Nothing is yours before that.',
  phone_hint: 'With its country code, such as +46 70 123 45 67',
  phone_too_short: 'Write at least 10 digits.',
  accepts: 'You are at least {{age}}, and by signing up you accept the terms of use.',
} as const

const sv = {
  title: 'Anmälan: {{role}}, {{when}}',
  take_title: 'Ta passet: {{role}}, {{when}}',
  take: 'Ta passet',
  ask: 'Be om passet',
  asked: 'Din förfrågan är hos arrangören',
  asked_text: 'Du får besked med e-post, till {{email}}. Ingenting är ditt innan dess.',
  phone_hint: 'Med landsnummer, till exempel +46 70 123 45 67',
  phone_too_short: 'Skriv minst 10 siffror.',
  accepts: 'Du har fyllt {{age}} år, och när du anmäler dig godkänner du användarvillkoren.',
} satisfies Translation<typeof en>

/** Apart from the texts of the sign-up page, which has another form. */
export const useContactText = defineTexts('contact_form', { en, sv })
