import type { Coverage } from '@muster/contract/rules/coverage'
import { defineTexts } from '../../i18n/define-texts.ts'
import { useWords } from '../../i18n/words.ts'

export type CoverageFigures = Pick<Coverage, 'needed' | 'confirmed'> &
  Partial<Pick<Coverage, 'asked' | 'not_asked' | 'expired' | 'missing'>>

const openKinds = ['missing', 'asked', 'not_asked', 'expired'] as const
type OpenKind = (typeof openKinds)[number]

export function useCoverageWords() {
  const words = useWords()
  const t = useText()
  const textOf = (kind: OpenKind, count: number) =>
    kind === 'missing' ? words('coverage.missing', { count }) : t(kind, { count })
  return {
    confirmedOf: ({ confirmed, needed }: CoverageFigures) => words('coverage.all', { confirmed, needed }),
    openParts: (figures: CoverageFigures): { kind: OpenKind; text: string }[] =>
      openKinds.flatMap((kind) => {
        const count = figures[kind] ?? 0
        return count > 0 ? [{ kind, text: textOf(kind, count) }] : []
      }),
  }
}

export function useCoverageLabel(): (figures: CoverageFigures) => string {
  const words = useCoverageWords()
  return (figures) =>
    [words.confirmedOf(figures), ...words.openParts(figures).map(({ text }) => text)].join(', ')
}

/** What volunteers are not told. */
const useText = defineTexts('coverage', {
  en: {
    asked_one: '{{count}} asked',
    asked_other: '{{count}} asked',
    not_asked_one: '{{count}} not asked yet',
    not_asked_other: '{{count}} not asked yet',
    expired_one: '{{count}} expired',
    expired_other: '{{count}} expired',
  },
  sv: {
    asked_one: '{{count}} tillfrågad',
    asked_other: '{{count}} tillfrågade',
    not_asked_one: '{{count}} inte tillfrågad än',
    not_asked_other: '{{count}} inte tillfrågade än',
    expired_one: '{{count}} utgången',
    expired_other: '{{count}} utgångna',
  },
})
