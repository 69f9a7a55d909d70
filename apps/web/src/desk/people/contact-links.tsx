import { mailtoOf } from '@muster/contract/rules/mailto'
import { formatPhone } from '@muster/contract/rules/phone'
import { cva, type VariantProps } from 'class-variance-authority'
import { EmailText } from '../../ui/page/email-text.tsx'
import { textLinkClass } from '../../ui/page/text-link.ts'
import { useText } from './texts.ts'

const contactClass = cva(
  [
    textLinkClass,
    'text-inherit hover:text-primary focus-visible:text-primary pointer-coarse:text-primary print:min-h-0',
  ],
  {
    variants: {
      within: {
        column: [
          // No underline until hovered: a column of underlines is hard to read.
          'decoration-transparent hover:decoration-current focus-visible:decoration-current',
          'pointer-coarse:decoration-current',
        ],
        // Looks like text until it is pointed at, where a row is one line.
        row: [
          'text-compact decoration-line-strong @row:pointer-fine:min-h-0 @row:pointer-fine:text-meta',
          '@row:pointer-fine:at-rest:text-ink-2 @row:pointer-fine:at-rest:decoration-transparent',
        ],
      },
    },
    defaultVariants: { within: 'column' },
  },
)

type PhoneLinkProps = VariantProps<typeof contactClass> & { phone: string }

export function PhoneLink({ phone, within }: PhoneLinkProps) {
  return (
    <a className={contactClass({ within, className: 'tabular-nums' })} href={`tel:${phone}`}>
      {formatPhone(phone)}
    </a>
  )
}

/** D59 */
export function OnlySms() {
  const t = useText()
  return <span className="text-meta text-ink-3">{t('only_sms')}</span>
}

export function EmailLink({ email }: { email: string }) {
  return (
    // Read as one word: some readers pause at the places where it may break.
    <a className={contactClass({ className: 'wrap-anywhere' })} href={mailtoOf(email)} aria-label={email}>
      <EmailText email={email} />
    </a>
  )
}
