import { cva } from 'class-variance-authority'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../page/icon.tsx'

const badgeClass = cva(
  'inline-flex h-6.5 items-center gap-1.25 rounded-full pr-2.5 pl-2 text-hint/none font-semibold whitespace-nowrap forced-colors:border',
  {
    variants: {
      tone: {
        ok: 'bg-ok-soft text-ok',
        wait: 'bg-wait-soft text-wait',
        miss: 'bg-miss-soft text-miss',
        sent: 'bg-primary-soft text-primary',
        neutral: 'bg-sunken text-ink-2',
      },
    },
  },
)

/** Each tone has an icon, because colour alone must not carry meaning. */
const icons = {
  ok: 'check',
  wait: 'clock',
  miss: 'cross',
  sent: 'send',
  neutral: undefined,
} as const satisfies Record<string, IconName | undefined>

type BadgeProps = { tone: keyof typeof icons; className?: string; children: ReactNode }

export function Badge({ tone, className, children }: BadgeProps) {
  const icon = icons[tone]
  return (
    <span className={badgeClass({ tone, className })}>
      {icon && <Icon name={icon} size="tiny" />}
      {children}
    </span>
  )
}
