import { checkPassword, type PasswordProblem, plainLetters } from '@muster/contract/rules/password'
import { dictionary } from '@zxcvbn-ts/language-common'

/** Minimum length. Shorter ones are part of too many good passwords that end in digits. */
const SHORTEST = 6

/** The 49,000 most used passwords of known leaks. Too many for a browser. */
const LEAKED = new Set(
  dictionary['passwords-common'].map(plainLetters).filter(({ length }) => length >= SHORTEST),
)

/** D8. Returns undefined when the password is acceptable. */
export function checkNewPassword(password: string, email: string): PasswordProblem | undefined {
  return checkPassword(password, email, LEAKED)
}
