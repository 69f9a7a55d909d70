import type { Translation } from '@muster/contract/translate'
import type en from './en.ts'

export default {
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
