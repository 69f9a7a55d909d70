import { foldForSearch } from './fold.ts'

/** Banks, payments, authorities and the installation itself: nobody else may send SMS under these words (D65). */
const WORDS = [
  'muster',
  // banks and payments
  'bank',
  'banken',
  'bankid',
  'swedbank',
  'handelsbanken',
  'nordea',
  'seb',
  'sbab',
  'skandia',
  'avanza',
  'nordnet',
  'lansforsakringar',
  'icabanken',
  'danskebank',
  'sparbanken',
  'ikano',
  'klarna',
  'swish',
  'qliro',
  'resursbank',
  'marginalen',
  'dnb',
  'vipps',
  'mobilepay',
  'paypal',
  'revolut',
  'wise',
  'visa',
  'mastercard',
  'amex',
  'bankgirot',
  'plusgirot',
  'finansinspektionen',
  'riksbanken',
  'barclays',
  'hsbc',
  'lloyds',
  'natwest',
  'santander',
  'monzo',
  // identity and post
  'freja',
  'frejaeid',
  'eid',
  'mobiltbankid',
  'kivra',
  'minmyndighetspost',
  'digipost',
  'eboks',
  'postnord',
  'dhl',
  'ups',
  'fedex',
  'instabox',
  'budbee',
  'schenker',
  'bring',
  // authorities
  'polisen',
  'polis',
  'police',
  'politi',
  'poliisi',
  'polizei',
  'interpol',
  'europol',
  'sapo',
  'skatteverket',
  'skatt',
  'kronofogden',
  'forsakringskassan',
  'pensionsmyndigheten',
  'migrationsverket',
  'transportstyrelsen',
  'trafikverket',
  'arbetsformedlingen',
  'tullverket',
  'csn',
  'lantmateriet',
  'bolagsverket',
  'aklagaren',
  'domstolen',
  'tingsratten',
  'regeringen',
  'riksdagen',
  'myndigheten',
  'forsvarsmakten',
  'krisinfo',
  'msb',
  'vma',
  'sos',
  'sosalarm',
  'sos112',
  '112',
  '1177',
  '1177vard',
  'socialstyrelsen',
  'folkhalsomyndigheten',
  'valmyndigheten',
  'skatteetaten',
  'skat',
  'vero',
  'nav',
  'hmrc',
  'govuk',
  'gov',
  'nhs',
  'dvla',
  'irs',
  'usps',
  'ssa',
  // services whose codes and accounts are stolen
  'google',
  'apple',
  'microsoft',
  'facebook',
  'instagram',
  'whatsapp',
  'amazon',
  'netflix',
  'twilio',
  'telia',
  'tele2',
  'telenor',
  'tre',
  'comviq',
] // prettier-ignore

/** Networks cut a sender after 11 characters, so a word is denied in this length too. */
const MOST = 11

/** Writes letters and digits that look the same in one way: BankID, Bankld and B4NK1D. */
const looksLike = (text: string) =>
  foldForSearch(text)
    .replace(/[il1|]/gu, 'l')
    .replace(/[o0]/gu, 'o')
    .replace(/4/gu, 'a')
    .replace(/3/gu, 'e')
    .replace(/5/gu, 's')

const DENIED = new Set(WORDS.flatMap((word) => [looksLike(word), looksLike(word.slice(0, MOST))]))

/** D65: judges whole words, and the words written together: "Matbanken" is allowed, "Bank ID" is not. */
export function isDeniedSender(sender: string): boolean {
  const words = looksLike(sender)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  return [...words, words.join('')].some((word) => DENIED.has(word))
}
