import type { Translation } from '@muster/contract/translate'
import type en from './en.ts'

export default {
  replace_one: 'Ersätt också den enda personliga länken till ett kommande pass',
  replace_other: 'Ersätt också de {{count}} personliga länkarna till kommande pass',
  replace_uncounted: 'Ersätt också alla personliga länkar till kommande pass',
  hint: 'Den som har kunnat läsa länkarna kan annars fortsätta använda dem. Nya går till volontärerna med e-post eller sms, och en gammal länk säger hur man får den nya.',
} satisfies Translation<typeof en>
