import { Icon } from '../page/icon.tsx'

type ErrorTextProps = { text: string | undefined; id?: string; role?: 'alert'; className?: string }

export function ErrorText({ text, id, role, className = 'mt-1.5' }: ErrorTextProps) {
  return text ? (
    <p id={id} role={role} className={`flex gap-1.5 text-meta/snug text-miss ${className}`}>
      <Icon name="alert" size="medium" className="mt-px" />
      <span>{text}</span>
    </p>
  ) : null
}
