import { foldAddress } from './fold.ts'

/** Length in grapheme clusters (D8). */
const PASSWORD_LENGTH = { min: 12, max: 200 } as const

export type PasswordProblem = 'too_short' | 'too_long' | 'easy_to_guess'

/** Returns undefined if acceptable (D8). `leaked` has letters and digits only (`plainLetters`). */
export function checkPassword(
  password: string,
  email: string,
  leaked: ReadonlySet<string>,
): PasswordProblem | undefined {
  const length = Array.from(normalisePassword(password)).length
  if (length < PASSWORD_LENGTH.min) return 'too_short'
  if (length > PASSWORD_LENGTH.max) return 'too_long'
  return isEasyToGuess(password, email, leaked) ? 'easy_to_guess' : undefined
}

/** Normalises, because keyboards compose Å differently and the password must be equal on all. */
export function normalisePassword(password: string): string {
  return password.normalize('NFC')
}

function isEasyToGuess(password: string, email: string, leaked: ReadonlySet<string>): boolean {
  const plain = plainLetters(password)
  const address = foldAddress(email)
  const [local = ''] = address.split('@')
  const words = [plain, plain.replace(/\d+$/u, '')]
  if (words.some((word) => COMMON.has(word) || leaked.has(word))) return true
  if (
    foldAddress(password) === address ||
    (local.length > 2 && plain.replace(/\d+$/u, '') === plainLetters(local))
  )
    return true
  return isRepetition(password) || isRepetition(plain) || isSequence(plain)
}

/** Returns "passw0rd2026" for "P@ssw0rd - 2026!", because separators make a password no harder to guess. */
export function plainLetters(text: string): string {
  return foldAddress(text)
    .replaceAll('@', 'a')
    .replaceAll('$', 's')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** Returns true for one to six repeated characters: aaaaaaaaaaaa, abcabcabcabc. */
function isRepetition(plain: string): boolean {
  return /^(.{1,6})\1+$/u.test(plain)
}

function isSequence(plain: string): boolean {
  const reversed = Array.from(plain).toReversed().join('')
  return plain.length > 5 && ROWS.some((row) => row.includes(plain) || row.includes(reversed))
}

const ROWS = [
  '0123456789012345678901234567890',
  '1234567890qwertyuiopasdfghjklzxcvbnm',
  'abcdefghijklmnopqrstuvwxyz0123456789',
  'qwertyuiopåasdfghjklöäzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
]

/** Common passwords from published leaks, their common extensions, and Swedish ones. */
const COMMON = new Set(
  `password passw0rd passwordpassword password123 passw0rd123 mypassword mypassword123 thisismypassword
   letmein letmeinplease letmeinnow welcome welcometo welcome123 welcomehome changeme changemenow
   changemeplease trustno1 trustnoone iloveyou iloveyouso iloveyouforever iloveyoubaby iloveyousomuch
   administrator administrator1 adminadmin adminpassword adminadmin123 superadmin rootpassword superuser
   qwerty qwertyqwerty qwerty123456 qwertyuiop qwertyuiop123 qwerty123qwerty asdfghjkl asdfasdfasdf
   zxcvbnmzxcvbnm zaq12wsxcde3 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e4r5t6y7u 1qaz2wsx3edc q1w2e3r4t5y6
   qazwsxedcrfv q1w2e3r4 abc123 abc123abc123 abcd1234 abcd1234abcd a1b2c3d4e5f6 123qweasdzxc qweasdzxc123
   123456789abc 123456789a 123456789qwerty 1234567890qwerty 112233445566 123123123123 123456123456 123321123321
   147258369147 987654321987 football footballfootball baseballbaseball basketball basketball1 liverpool
   liverpoolfc manchesterunited chelseafc arsenalfc barcelonafc realmadrid sunshine sunshine123 princess
   princess123 superman superman123 spiderman spiderman123 batmanbatman starwars starwars123 pokemon
   pokemonpokemon dragonball dragonballz minecraft minecraft123 computer computer123 internet internet123
   whatever whateverwhatever nevermind nothing123 secretsecret secretpassword topsecret masterpassword
   mastermaster monkeymonkey dragondragon shadowshadow michaeljordan michaeljackson jordan23jordan
   charliecharlie jesuschrist jesuslovesme godisgood godislove blessed123 familyfamily ilovemyfamily
   ilovemymom mynameis heyheyhey helloworld hellohello helloworld123 hello123hello goodmorning goodbye123
   summertime summer wintertime winter spring autumn correcthorsebatterystaple correcthorse
   maskros lösenord losenord mittlösenord mittlosenord hemligtlösenord hemligtlosenord hemligt hemligheten
   välkommen valkommen välkommentill sommar sommaren sommarlov vinter midsommar sverige sverigesverige
   stockholm göteborg goteborg fotboll fotbollfotboll ishockey innebandy hejhej hejhejhej hejsan hejsanhejsan
   jagälskardig jagalskardig älskling alskling sötnos kalleanka volunteer volunteers volunteering mustermuster
   muster festival`.split(/\s+/u),
)
