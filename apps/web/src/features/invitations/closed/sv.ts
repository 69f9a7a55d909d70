import type { Translation } from '@muster/contract/translate'
import type en from './en.ts'

export default {
  title: { expired: 'Din länk har gått ut', invalid: 'Länken går inte att öppna' },
  latest_link:
    'Passet kan vara inställt, eller så har du inte längre platsen. Använd annars länken i det senaste meddelandet du fick, eller svara på det.',
  no_token: 'Använd länken i det senaste meddelandet du fick, eller svara på det.',
  see_event: 'Se evenemanget',
  get_links: 'Få mina länkar med e-post',
} satisfies Translation<typeof en>
