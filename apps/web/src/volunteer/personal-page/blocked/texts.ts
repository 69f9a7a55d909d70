import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../../i18n/define-texts.ts'

const en = {
  blocked:
    'No organizer’s e-mail reaches your address: “It wasn’t me” was pressed for it. The page where it was takes it up again: open it by the link after “Wasn’t it you?” in an e-mail that you have.',
  sms_only:
    'The organizer has only your phone number: you hear of changes by SMS, and nothing comes by e-mail. Keep this link.',
} as const

const sv = {
  blocked:
    'Ingen arrangörs e-post når din adress: någon har tryckt på ”Det var inte jag” för den. På samma sida kan det tas tillbaka: öppna den med länken efter ”Var det inte du?” i ett mejl du redan har fått.',
  sms_only:
    'Arrangören har bara ditt telefonnummer: ändringar får du veta med sms, och inget kommer med e-post. Spara länken.',
} satisfies Translation<typeof en>

/** Apart from the texts of the page, so that its first load stays small. */
export const useBlockedText = defineTexts('blocked_address', { en, sv })
