import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../../i18n/define-texts.ts'

const en = {
  stays: 'The shift stays yours until somebody has taken it.',
  first:
    'You get a link to send to a friend. The first to sign up by it takes your place, in their own name.',
  told: 'Then we write to you and the organizer. Your name is not on the page of the link.',
  make: 'Make a link',
  message: 'Message to send',
  hint: 'Whoever has the link can take the place.',
  text: 'Can you take my shift? {{role}}, {{when}}, {{event}}. Sign up here: {{url}}',
  share: 'Share',
  copy: 'Copy the message',
  copied: 'The message is copied',
  withdraw: 'Withdraw the link',
  close: 'Close',
} as const

const sv = {
  stays: 'Passet är ditt tills någon har tagit det.',
  first:
    'Du får en länk att skicka till en vän. Den som först anmäler sig genom den tar din plats, i sitt eget namn.',
  told: 'Då skriver vi till dig och arrangören. Ditt namn står inte på länkens sida.',
  make: 'Skapa en länk',
  message: 'Meddelande att skicka',
  hint: 'Den som har länken kan ta platsen.',
  text: 'Kan du ta mitt pass? {{role}}, {{when}}, {{event}}. Anmäl dig här: {{url}}',
  share: 'Dela',
  copy: 'Kopiera meddelandet',
  copied: 'Meddelandet är kopierat',
  withdraw: 'Ta bort länken',
  close: 'Stäng',
} satisfies Translation<typeof en>

export const useSwapText = defineTexts('find_replacement', { en, sv })
