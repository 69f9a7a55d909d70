import type { Coverage } from '@muster/contract/rules/coverage'
import { useWords } from '../../i18n/words.ts'

export type CoverageFigures = Pick<Coverage, 'needed' | 'confirmed'> &
  Partial<Pick<Coverage, 'asked' | 'not_asked' | 'expired' | 'missing'>>

const openKinds = ['missing', 'asked', 'not_asked', 'expired'] as const
type OpenKind = (typeof openKinds)[number]

export function useCoverageWords() {
  const t = useWords()
  return {
    confirmedOf: ({ confirmed, needed }: CoverageFigures) => t('coverage.all', { confirmed, needed }),
    openParts: (figures: CoverageFigures): { kind: OpenKind; text: string }[] =>
      openKinds.flatMap((kind) => {
        const count = figures[kind] ?? 0
        return count > 0 ? [{ kind, text: t(`coverage.${kind}`, { count }) }] : []
      }),
  }
}

export function useCoverageLabel(): (figures: CoverageFigures) => string {
  const words = useCoverageWords()
  return (figures) =>
    [words.confirmedOf(figures), ...words.openParts(figures).map(({ text }) => text)].join(', ')
}
