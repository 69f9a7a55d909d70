import { addNamespace } from '@muster/contract/translate'
import { contactInBrackets, organizerPayload } from '../../mail/organizer.ts'
import { toGsmPunctuation, toShownName, truncate } from '../../mail/text.ts'
import { type Kind, smsTemplate } from './kind.ts'

/** D31: answers a word that may mean the shift or the messages. */
export const stopOrShift = {
  sms: smsTemplate({
    payload: organizerPayload,
    write: (organizer, { language }) =>
      toGsmPunctuation(
        texts[language]('ask', {
          organization: truncate(toShownName(organizer.organization_name), 30),
          contact: contactInBrackets(organizer),
        }),
      ),
  }),
} satisfies Kind

const texts = addNamespace('sms_stop_or_shift', {
  en: {
    ask: '{{organization}}: Is it about a shift? Open its link to give it up, or ask the organizer{{contact}}. No more SMS from us? Answer STOP.',
  },
  sv: {
    ask: '{{organization}}: Gäller det ett pass? Lämna återbud via dess länk, eller hör av dig till arrangören{{contact}}. Inga fler sms från oss? Svara STOPP.',
  },
})
