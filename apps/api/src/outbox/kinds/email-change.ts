import type { Language } from '@muster/contract/language'
import { addNamespace } from '@muster/contract/translate'
import { z } from 'zod'
import { button, heading, htmlOnly, linkLine, paragraph } from '../../mail/email.ts'
import { organizerPayload } from '../../mail/organizer.ts'
import { formatDeadline, zoneLabel } from '../../mail/shift-summary.ts'
import { toGreetingName, toShownName } from '../../mail/text.ts'
import { type DigestItem, emailTemplate, type Kind } from './kind.ts'

const emailChangePayload = organizerPayload.extend({
  email_change_id: z.string(),
  first_name: z.string(),
  /** When the link expires. */
  until: z.string(),
  time_zone: z.string(),
  /** V3: the phone number was changed after the address. Rows queued by older versions do not have it. */
  is_phone: z.boolean().default(false),
})

type Payload = z.infer<typeof emailChangePayload>

/** V3: sent to the new address. Using its link proves that the mailbox is theirs. */
export const emailConfirm = {
  email: emailTemplate({
    payload: emailChangePayload,
    digest: {
      by_stranger: 'other',
      items: (payload, { language, links }) => [
        digestItem('confirm', payload, { language, href: links.confirmEmail(payload.email_change_id) }),
      ],
    },
    write(payload, { message_id, language, links }) {
      const { t, organization, until, greet } = speak(payload, language)
      const not_me = { label: t('confirm.not_me'), href: links.notMe(message_id) }
      const subject = t('confirm.subject')
      const works = t('confirm.until', { until })
      return {
        subject,
        preheader: works,
        blocks: [
          htmlOnly(heading(subject)),
          paragraph(greet(t('confirm.what', { organization }))),
          button(t('confirm.open'), links.confirmEmail(payload.email_change_id)),
          paragraph(works),
          linkLine(t('confirm.not_you'), not_me),
        ],
        organizer: payload,
      }
    },
  }),
  is_sent_despite_unsubscribe: true,
} satisfies Kind

function digestItem(
  kind: 'confirm' | 'changed',
  payload: Payload,
  { language, href }: { language: Language; href: string },
): DigestItem {
  const t = texts[language]
  const until = formatUntil(payload, language)
  const lines = t(payload.is_phone ? 'changed.phone_in_digest' : `${kind}.in_digest`, { until })
  return { organizer: payload, lines, link: { label: t(`${kind}.open`), href } }
}

/** V3: sent to the former address. Does not name the new one, because a mailbox may be shared. */
export const emailChanged = {
  email: emailTemplate({
    payload: emailChangePayload,
    digest: {
      is_notice: true,
      items: (payload, { language, links }) => [
        digestItem('changed', payload, { language, href: links.undoEmail(payload.email_change_id) }),
      ],
    },
    write(payload, { language, links }) {
      const { t, organization, until, greet } = speak(payload, language)
      const subject = t(payload.is_phone ? 'changed.phone_subject' : 'changed.subject')
      const what = greet(t(payload.is_phone ? 'changed.phone_what' : 'changed.what', { organization }))
      const not_you = t(payload.is_phone ? 'changed.phone_not_you' : 'changed.not_you', { until })
      return {
        subject,
        preheader: not_you,
        blocks: [
          htmlOnly(heading(subject)),
          paragraph(what),
          paragraph(not_you),
          button(t('changed.open'), links.undoEmail(payload.email_change_id)),
          paragraph(t('changed.after')),
        ],
        organizer: payload,
      }
    },
  }),
  is_sent_despite_unsubscribe: true,
} satisfies Kind

/** Names the zone, because no shift shows it. */
const formatUntil = ({ until, time_zone }: Payload, language: Language): string =>
  `${formatDeadline(until, { time_zone }, language)} (${zoneLabel(time_zone)})`

function speak(payload: Payload, language: Language) {
  const t = texts[language]
  const name = toGreetingName(payload.first_name)
  return {
    t,
    organization: toShownName(payload.organization_name),
    until: formatUntil(payload, language),
    greet: (what: string) => (name ? t('hello', { name, what }) : what),
  }
}

const texts = addNamespace('email_email_change', {
  en: {
    hello: 'Hello {{name}}! {{what}}',
    confirm: {
      subject: 'Confirm your new e-mail address',
      what: 'Somebody, we hope you, wants messages of {{organization}} about your shifts to come to this address. Press the button if that is right.',
      in_digest:
        'Somebody wants messages about your shifts to come to this address. The link works until {{until}}.',
      open: 'Confirm the address',
      until: 'The link works once, until {{until}}. Nothing changes before you have confirmed.',
      not_you: 'Wasn’t it you? Then there is nothing to do.',
      not_me: 'Get no more e-mail',
    },
    changed: {
      subject: 'Your e-mail address was changed',
      what: 'Messages of {{organization}} about your shifts now go to another address. It was changed on the page of your personal link.',
      not_you: 'Wasn’t it you? Until {{until}} you can take your address back here:',
      phone_subject: 'Your phone number was changed',
      phone_what:
        'On the page of your personal link at {{organization}} the phone number was changed too, after the e-mail address.',
      phone_not_you: 'Wasn’t it you? Until {{until}} you can take both back here:',
      in_digest:
        'Your e-mail address was changed on your page. Wasn’t it you? The link works until {{until}}.',
      phone_in_digest:
        'Your phone number was changed on your page too, after the e-mail address. Wasn’t it you? The link works until {{until}}.',
      open: 'Get my address back',
      after: 'Later, or if it does not work, please tell the organizer.',
    },
  },
  sv: {
    hello: 'Hej {{name}}! {{what}}',
    confirm: {
      subject: 'Bekräfta din nya e-postadress',
      what: 'Någon, förhoppningsvis du, vill att besked från {{organization}} om dina pass ska komma hit. Tryck på knappen om det stämmer.',
      in_digest: 'Någon vill att besked om dina pass ska komma hit. Länken fungerar till {{until}}.',
      open: 'Bekräfta adressen',
      until: 'Länken fungerar en gång, till {{until}}. Ingenting ändras förrän du har bekräftat.',
      not_you: 'Var det inte du? Då behöver du inte göra något.',
      not_me: 'Få ingen mer e-post',
    },
    changed: {
      subject: 'Din e-postadress är ändrad',
      what: 'Besked från {{organization}} om dina pass går nu till en annan adress. Den ändrades på sidan bakom din personliga länk.',
      not_you: 'Var det inte du? Till {{until}} kan du ta tillbaka din adress här:',
      phone_subject: 'Ditt telefonnummer är ändrat',
      phone_what:
        'På sidan bakom din personliga länk hos {{organization}} har även telefonnumret ändrats, efter e-postadressen.',
      phone_not_you: 'Var det inte du? Till {{until}} kan du ta tillbaka båda här:',
      in_digest: 'Din e-postadress ändrades på din sida. Var det inte du? Länken fungerar till {{until}}.',
      phone_in_digest:
        'Även telefonnumret har ändrats på din sida, efter e-postadressen. Var det inte du? Länken fungerar till {{until}}.',
      open: 'Ta tillbaka min adress',
      after: 'Senare, eller om det inte går: säg till arrangören.',
    },
  },
})
