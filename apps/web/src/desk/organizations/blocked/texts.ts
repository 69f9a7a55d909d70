import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../../i18n/define-texts.ts'

const en = {
  second_factor: {
    title: '{{name}} requires two-step verification',
    text: 'All members of {{name}} confirm with a second step when they sign in: a code from an app on the phone, or a passkey.',
    how: 'It takes about two minutes to turn on. Then you come back here.',
    to_security: 'Turn on two-step verification',
  },
  paused: {
    title: '{{name}} is paused',
    text: 'Whoever runs Muster for you has paused it. Nothing can be changed, messages wait, and nobody can sign up. Volunteers can still cancel. Write to the support of this service.',
    reason: 'Reason: {{reason}}',
  },
} as const

const sv = {
  second_factor: {
    title: '{{name}} kräver tvåstegsverifiering',
    text: 'Alla medlemmar i {{name}} bekräftar med ett andra steg när de loggar in: en kod från en app i telefonen eller en inloggningsnyckel (passkey).',
    how: 'Det tar ungefär två minuter att slå på. Sedan kommer du tillbaka hit.',
    to_security: 'Slå på tvåstegsverifiering',
  },
  paused: {
    title: '{{name}} är pausad',
    text: 'Den som driver Muster åt er har pausat organisationen. Inget kan ändras, meddelanden väntar och det går inte att anmäla sig. Volontärer kan fortfarande lämna återbud. Kontakta tjänstens support.',
    reason: 'Anledning: {{reason}}',
  },
} satisfies Translation<typeof en>

export const useText = defineTexts('blocked', { en, sv })
