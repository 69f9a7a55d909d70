import type { Language } from '@muster/contract/language'
import { addNamespace } from '@muster/contract/translate'

/** Reason that the row stores. The refusal of a provider is stored in its own words. */
export type FailureCode =
  | 'opted_out'
  | 'bounced'
  | 'number_not_allowed'
  | 'off_shift'
  | 'outdated'
  /** A newer confirmation of the same shift exists. */
  | 'superseded'
  /** Its digest named MOST_NOTICES others (D28). */
  | 'no_room'
  /** It could no longer be answered when it was due. */
  | 'too_late'
  /** All its shifts had ended when it was due. */
  | 'shift_over'
  | 'person_deleted'
  /** Not a failure: it waits for a digest (D28). */
  | 'held_back'
  | 'unwritable'
  | 'no_answer'
  | 'sender_stopped'
  | 'restored'

export function failureText(reason: string | null, language: Language): string | null {
  if (reason === null) return null
  const t = texts[language]
  if (isKnown(reason)) return t(`reasons.${reason}`)
  const [, refusal] = REFUSALS.find(([pattern]) => pattern.test(reason)) ?? []
  if (!refusal) return t('refused', { reason })
  const code = /\b[2356]\d{4}\b/.exec(reason)?.[0]
  const text = t(`reasons.${refusal}`)
  return code ? `${text} (Twilio ${code})` : text
}

const isKnown = (reason: string): reason is FailureCode | Refusal => Object.hasOwn(en.reasons, reason)

type Refusal =
  | 'opted_out'
  | 'no_such_number'
  | 'takes_no_sms'
  | 'phone_unreachable'
  | 'country_closed'
  | 'mailbox_full'
  | 'no_such_address'
  | 'unwanted'
  | 'account_refused'
  | 'provider_busy'
  | 'provider_away'

/** Twilio's codes, the enhanced codes of mail servers (RFC 3463), and wordings. The first match decides. */
const REFUSALS: readonly [RegExp, Refusal][] = [
  [/\((21211|21217|30005)\)/, 'no_such_number'],
  [/\((21614|30006)\)/, 'takes_no_sms'],
  [/\(30003\)/, 'phone_unreachable'],
  [/\((30004|30007)\)/, 'unwanted'],
  [/\(21408\)/, 'country_closed'],
  [/\(21610\)|Unsubscribed Address|Spam Reporting Address/, 'opted_out'],
  [/answered 40[123]|\((20003|30002)\)|Invalid login|\b5\.7\.8\b/, 'account_refused'],
  [/answered 429|asked too much|\(30001\)/, 'provider_busy'],
  [/ECONN|ENOTFOUND|EAI_AGAIN|UNREACH|TIMEOUT|Connect Timeout|thread could not be opened/, 'provider_away'],
  [/\b[45]\.2\.2\b|(mailbox|quota|inbox).*(full|exceeded)|over ?quota/i, 'mailbox_full'],
  [/\b5\.1\.\d+\b|\b5\.2\.1\b|Bounced Address/, 'no_such_address'],
  [/(user|recipient|mailbox|address).*(unknown|not exist|not found|unavailable)/i, 'no_such_address'],
  [/unknown (user|recipient)|no such (user|recipient|mailbox)|valid (e-?mail )?address/i, 'no_such_address'],
  [/\b[45]\.7\.\d+\b|spam|blocked|block ?list|blacklist|policy/i, 'unwanted'],
]

const en = {
  reasons: {
    opted_out: 'They do not want messages this way.',
    bounced: 'An earlier message came back: the address does not exist.',
    number_not_allowed:
      'SMS to satellite and premium-rate numbers are not switched on. Please tell whoever runs Muster for you.',
    off_shift: 'They were no longer on the shift when this was to be sent.',
    outdated: 'It no longer applied when it was to be sent.',
    superseded: 'A newer message about the same shift was sent instead.',
    no_room: 'Too many e-mails were due to this address at once, so this one was not sent.',
    too_late: 'The time to answer had passed before this could be sent.',
    shift_over: 'The shift was over before this could be sent.',
    person_deleted: 'They were removed before this was sent.',
    held_back:
      'Many e-mails went to this address within an hour. This one waits and goes out together with others.',
    unwritable: 'The message could not be written. Please tell whoever runs Muster for you.',
    no_answer: 'The sending service did not answer, so it is not known whether it arrived.',
    sender_stopped: 'The sending was interrupted, so it is not known whether it arrived.',
    restored: 'Muster was set back to a backup, so it is not known whether it was sent.',
    no_such_number: 'The phone number does not exist.',
    takes_no_sms: 'The number cannot get SMS. Is it a landline?',
    phone_unreachable: 'The phone could not be reached.',
    country_closed: 'SMS to that country are not switched on. Please tell whoever runs Muster for you.',
    mailbox_full: 'The mailbox is full.',
    no_such_address: 'The e-mail address does not exist.',
    unwanted: 'A spam filter blocked it.',
    account_refused:
      'The sending service did not accept Muster’s account. Please tell whoever runs Muster for you.',
    provider_busy: 'The sending service had too much to do at that moment.',
    provider_away: 'The sending service could not be reached.',
  } satisfies Record<FailureCode | Refusal, string>,
  refused: 'It was refused: {{reason}}',
} as const

const sv = {
  reasons: {
    opted_out: 'Personen vill inte ha meddelanden den här vägen.',
    bounced: 'Ett tidigare meddelande kom tillbaka: adressen finns inte.',
    number_not_allowed:
      'Sms till satellit- och betalnummer är inte påslagna. Säg till den som driver Muster åt er.',
    off_shift: 'Personen var inte längre med på passet när det skulle skickas.',
    outdated: 'Det gällde inte längre när det skulle skickas.',
    superseded: 'Ett nyare besked om samma pass skickades i stället.',
    no_room: 'För mycket e-post skulle till den här adressen på en gång, så det här skickades inte.',
    too_late: 'Svarstiden hade gått ut innan det kunde skickas.',
    shift_over: 'Passet var över innan det kunde skickas.',
    person_deleted: 'Personen togs bort innan det skickades.',
    held_back:
      'Mycket e-post gick till den här adressen inom en timme. Det här väntar och skickas tillsammans med annat.',
    unwritable: 'Meddelandet gick inte att skriva. Säg till den som driver Muster åt er.',
    no_answer: 'Tjänsten som skickar svarade inte, så det är okänt om det kom fram.',
    sender_stopped: 'Utskicket avbröts, så det är okänt om det kom fram.',
    restored: 'Muster återställdes från en säkerhetskopia, så det är okänt om det skickades.',
    no_such_number: 'Telefonnumret finns inte.',
    takes_no_sms: 'Numret kan inte ta emot sms. Är det en fast telefon?',
    phone_unreachable: 'Telefonen gick inte att nå.',
    country_closed: 'Sms till det landet är inte påslaget. Säg till den som driver Muster åt er.',
    mailbox_full: 'Brevlådan är full.',
    no_such_address: 'E-postadressen finns inte.',
    unwanted: 'Ett skräppostfilter stoppade det.',
    account_refused: 'Tjänsten som skickar godtog inte Musters konto. Säg till den som driver Muster åt er.',
    provider_busy: 'Tjänsten som skickar hade för mycket att göra just då.',
    provider_away: 'Tjänsten som skickar gick inte att nå.',
  },
  refused: 'Det togs inte emot: {{reason}}',
}

const texts = addNamespace('message_failures', { en, sv })
