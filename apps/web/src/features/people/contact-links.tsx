import { mailtoOf } from '@muster/contract/rules/mailto'
import { formatPhone } from '@muster/contract/rules/phone'
import { cva } from 'class-variance-authority'
import { EmailText } from '../../ui/page/email-text.tsx'

const contactClass = cva([
  'inline-flex min-h-11 items-center text-inherit hover:text-primary focus-visible:text-primary print:min-h-0',
  'pointer-coarse:text-primary',
  // No underline until hovered: a column of underlines is hard to read.
  'decoration-transparent hover:decoration-current focus-visible:decoration-current pointer-coarse:decoration-current',
])

export function PhoneLink({ phone, className = contactClass() }: { phone: string; className?: string }) {
  return (
    <a className={`${className} tabular-nums`} href={`tel:${phone}`}>
      {formatPhone(phone)}
    </a>
  )
}

export function EmailLink({ email }: { email: string }) {
  return (
    // Read as one word: some readers pause at the places where it may break.
    <a className={contactClass({ className: 'wrap-anywhere' })} href={mailtoOf(email)} aria-label={email}>
      <EmailText email={email} />
    </a>
  )
}
