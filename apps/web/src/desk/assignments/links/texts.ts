import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../../i18n/define-texts.ts'

const en = {
  replace_one: 'Also replace the one personal link to a coming shift',
  replace_other: 'Also replace the {{count}} personal links to coming shifts',
  replace_uncounted: 'Also replace all personal links to coming shifts',
  hint: 'Whoever could read the links can go on using them. New ones go to the volunteers by e-mail or SMS; an old link says where to get the new one.',
} as const

const sv = {
  replace_one: 'Ersätt också den enda personliga länken till ett kommande pass',
  replace_other: 'Ersätt också de {{count}} personliga länkarna till kommande pass',
  replace_uncounted: 'Ersätt också alla personliga länkar till kommande pass',
  hint: 'Den som har kunnat läsa länkarna kan annars fortsätta använda dem. Nya går till volontärerna med e-post eller sms, och en gammal länk säger hur man får den nya.',
} satisfies Translation<typeof en>

/** Apart from the texts of the shifts, so that they load with the dialogs only. */
export const useText = defineTexts('replace_links', { en, sv })
