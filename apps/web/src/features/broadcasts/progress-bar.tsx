type BarProps = { label: string; value: number; total: number; kind: 'running' | 'complete' | 'error' }

export function ProgressBar({ label, value, total, kind }: BarProps) {
  return (
    <progress
      aria-label={label}
      value={kind === 'error' ? 1 : value}
      max={kind === 'error' ? 1 : total}
      className={`progress progress-${kind}`}
    />
  )
}
