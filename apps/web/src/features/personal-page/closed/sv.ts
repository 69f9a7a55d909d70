import type { Translation } from '@muster/contract/translate'
import type en from './en.ts'

export default {
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
