import { formatPhone } from '@muster/contract/rules/phone'
import { cva } from 'class-variance-authority'

const contactClass = cva(
  'inline-flex min-h-11 items-center text-inherit hover:text-primary focus-visible:text-primary pointer-coarse:text-primary print:min-h-0',
  {
    variants: {
      place: {
        // Looks like text until it is pointed at: a column of underlines is hard to read.
        list: [
          'decoration-transparent hover:decoration-current focus-visible:decoration-current',
          'pointer-coarse:decoration-current',
        ],
        shift: [
          'text-compact decoration-line-strong @row:pointer-fine:min-h-0 @row:pointer-fine:text-meta',
          '@row:pointer-fine:text-ink-2 @row:pointer-fine:decoration-transparent',
          '@row:pointer-fine:hover:decoration-current',
        ],
      },
    },
    defaultVariants: { place: 'list' },
  },
)

/** The number is one tap away. */
export function PhoneLink({ phone, place = 'list' }: { phone: string; place?: 'list' | 'shift' }) {
  return (
    <a className={contactClass({ place, className: 'tabular-nums' })} href={`tel:${phone}`}>
      {formatPhone(phone)}
    </a>
  )
}

export function EmailLink({ email }: { email: string }) {
  return (
    <a
      className={contactClass({ className: 'wrap-anywhere' })}
      href={`mailto:${email.split('@').map(encodeURIComponent).join('@')}`}
    >
      {email}
    </a>
  )
}
