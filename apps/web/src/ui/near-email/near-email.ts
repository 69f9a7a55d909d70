import emailSpellChecker from '@zootools/email-spell-checker'

/** Mailboxes that most people have, here and nearby. A short list: among many, real domains would look mistyped. */
const domains = [
  'bahnhof.se',
  'bredband.net',
  'comhem.se',
  'gmail.com',
  'gmx.de',
  'gmx.net',
  'googlemail.com',
  'hotmail.com',
  'hotmail.se',
  'icloud.com',
  'live.com',
  'live.se',
  'mail.com',
  'me.com',
  'msn.com',
  'outlook.com',
  'outlook.dk',
  'proton.me',
  'protonmail.com',
  'spray.se',
  'tele2.se',
  'telia.com',
  'web.de',
  'yahoo.com',
  'yahoo.se',
]

/** Returns the address with the common domain that this one nearly has. */
export function nearEmail(email: string): string | undefined {
  const typed = email.trim()
  const near = emailSpellChecker.run({ email: typed, domains, secondLevelDomains: [], topLevelDomains: [] })
  return near && `${typed.slice(0, typed.lastIndexOf('@'))}@${near.domain}`
}
