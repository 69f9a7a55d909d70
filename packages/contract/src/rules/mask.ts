/** V3, D63: what is shown of an address behind a personal link: its person knows it again, a stranger cannot use it. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  if (at < 1) return HIDDEN
  const [first = ''] = email
  return `${first}${HIDDEN}${email.slice(at)}`
}

/** Shows the last two digits. */
export const maskPhone = (phone: string): string => `${HIDDEN}${phone.slice(-2)}`

const HIDDEN = '•••'
