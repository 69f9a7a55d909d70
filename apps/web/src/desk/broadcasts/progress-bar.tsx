import { cva } from 'class-variance-authority'

const progressClass = cva(
  [
    'mt-2 mb-1 block h-3 w-full appearance-none overflow-hidden rounded-full border border-line-strong bg-sunken',
    'tablet:w-[calc(100%-12px)] [&::-webkit-progress-bar]:bg-transparent',
    '[&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-current',
    '[&::-webkit-progress-value]:transition-[inline-size]',
    '[&::-moz-progress-bar]:rounded-full [&::-moz-progress-bar]:bg-current',
  ],
  { variants: { kind: { running: 'text-primary', complete: 'text-ok-fill', error: 'text-miss-fill' } } },
)

type BarProps = { label: string; value: number; total: number; kind: 'running' | 'complete' | 'error' }

export function ProgressBar({ label, value, total, kind }: BarProps) {
  return (
    <progress
      aria-label={label}
      value={kind === 'error' ? 1 : value}
      max={kind === 'error' ? 1 : total}
      className={progressClass({ kind })}
    />
  )
}
