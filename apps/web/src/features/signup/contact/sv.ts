import type { Translation } from '@muster/contract/translate'
import type en from './en.ts'

export default {
  title: 'Anmälan: {{role}}, {{when}}',
  phone_hint: 'Med landsnummer, till exempel +46 70 123 45 67',
  phone_too_short: 'Skriv minst 10 siffror.',
  accepts: 'Du har fyllt {{age}} år, och när du anmäler dig godkänner du användarvillkoren.',
} satisfies Translation<typeof en>
