import { Highlight } from './highlight.tsx'
import { usePublicText } from './texts.ts'

export function PublicSpots({
  count,
  isLit,
  large = false,
}: {
  count: number
  isLit: boolean
  large?: boolean
}) {
  const t = usePublicText()
  const tone = count === 1 ? 'text-miss' : count === 0 ? 'text-ink-2' : ''
  return (
    <p className={`font-semibold tabular-nums ${large ? 'text-lead' : ''} ${tone}`}>
      <Highlight kind="spots" isLit={isLit}>
        {count === 0 ? t('full') : t('spots_left', { count })}
      </Highlight>
    </p>
  )
}
