import type { Translation } from '@muster/contract/translate'
import type en from './en.ts'

export default {
  blocked:
    'Ingen arrangörs e-post når din adress: någon har tryckt på ”Det var inte jag” för den. På samma sida kan det tas tillbaka: öppna den med länken efter ”Var det inte du?” i ett mejl du redan har fått.',
} satisfies Translation<typeof en>
