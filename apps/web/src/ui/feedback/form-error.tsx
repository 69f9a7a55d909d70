import { Icon } from '../page/icon.tsx'

/** Why a form as a whole was refused; read out when it appears. */
export function FormError({ text, className = '' }: { text: string | undefined; className?: string }) {
  return text ? (
    <p role="alert" className={`error ${className}`}>
      <Icon name="alert" />
      <span>{text}</span>
    </p>
  ) : null
}
