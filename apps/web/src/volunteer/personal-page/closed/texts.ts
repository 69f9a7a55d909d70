import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../../i18n/define-texts.ts'

export const en = {
  title: {
    expired: 'Your link has expired',
    invalid: 'This link can’t be opened',
    replaced: 'There is a newer link',
  },
  replaced:
    'This link was replaced by a new one. Your shifts are as they were. Use the newest link you got, or have your links sent to you:',
  latest_link:
    'The shift may have been cancelled, or the place is no longer yours. Otherwise use the link in the latest message you got, or reply to that message.',
  no_token: 'Use the link in the latest message you got, or reply to that message.',
  see_event: 'See the event',
  get_links: 'Get my links by e-mail',
} as const

export const sv = {
  title: {
    expired: 'Din länk har gått ut',
    invalid: 'Länken går inte att öppna',
    replaced: 'Det finns en nyare länk',
  },
  replaced:
    'Länken har ersatts av en ny. Dina pass är som de var. Använd den senaste länken du fick, eller få dina länkar skickade till dig:',
  latest_link:
    'Passet kan vara inställt, eller så har du inte längre platsen. Använd annars länken i det senaste meddelandet du fick, eller svara på det.',
  no_token: 'Använd länken i det senaste meddelandet du fick, eller svara på det.',
  see_event: 'Se evenemanget',
  get_links: 'Få mina länkar med e-post',
} satisfies Translation<typeof en>

/** Apart from the texts of the page, so that its first load stays small. */
export const useClosedText = defineTexts('closed_link', { en, sv })
