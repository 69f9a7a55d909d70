import { formatPhone } from '@muster/contract/rules/phone'

/** The number is one tap away. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a className="contact num" href={`tel:${phone}`}>
      {formatPhone(phone)}
    </a>
  )
}

export function EmailLink({ email }: { email: string }) {
  return (
    <a
      className="contact wrap-anywhere"
      href={`mailto:${email.split('@').map(encodeURIComponent).join('@')}`}
    >
      {email}
    </a>
  )
}
