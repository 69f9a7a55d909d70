import type { ReactNode } from 'react'
import { Icon, type IconName } from '../page/icon.tsx'

/** Never colour alone: each tone brings its sign. */
const tones = {
  ok: { className: 'badge badge-ok', icon: 'check' },
  wait: { className: 'badge badge-wait', icon: 'clock' },
  miss: { className: 'badge badge-miss', icon: 'cross' },
  sent: { className: 'badge badge-sent', icon: 'send' },
  neutral: { className: 'badge', icon: undefined },
} as const satisfies Record<string, { className: string; icon: IconName | undefined }>

export function Badge({ tone, children }: { tone: keyof typeof tones; children: ReactNode }) {
  const { className, icon } = tones[tone]
  return (
    <span className={className}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  )
}
