import { cva } from 'class-variance-authority'
import { locales, useLanguage } from '../../../i18n/language.ts'
import { cardClass } from '../../../ui/page/card.ts'
import type { countRows, Group } from './judge-rows.ts'
import { useText } from './texts.ts'

const figureClass = cva('rounded-control px-4 py-2 text-left hover:bg-sunken aria-pressed:bg-primary-soft', {
  variants: { tone: { ok: '', wait: 'text-wait', miss: 'text-miss' } },
})

type FiguresProps = {
  counts: ReturnType<typeof countRows>
  all: number
  /** Undefined: all rows. */
  shown: Group | undefined
  onShow: (group: Group | undefined) => void
}

/** Counts the rows by what becomes of them; a press shows those. */
export function Figures({ counts, all, shown, onShow }: FiguresProps) {
  const t = useText()
  const language = useLanguage()
  const { known, changing, maybe, look } = counts
  const figures = [
    { group: undefined, count: all, label: t('check.all', { count: all }), tone: 'ok' },
    { group: 'new', count: counts.new, label: t('check.new', { count: counts.new }), tone: 'ok' },
    { group: 'known', count: known, label: t('check.known', { changing }), tone: 'ok' },
    { group: 'maybe', count: maybe, label: t('check.maybe'), tone: maybe > 0 ? 'wait' : 'ok' },
    { group: 'look', count: look, label: t('check.look', { count: look }), tone: look > 0 ? 'miss' : 'ok' },
  ] as const
  return (
    <fieldset
      aria-label={t('check.figures')}
      className={cardClass({ padding: 'none', className: 'import-figures' })}
    >
      {figures.map(({ group, count, label, tone }) => (
        <button
          key={group ?? 'all'}
          type="button"
          aria-pressed={shown === group}
          className={figureClass({ tone })}
          onClick={() => onShow(group)}
        >
          <b className="block text-h2 tabular-nums">{count.toLocaleString(locales[language])}</b>
          <span className={tone === 'ok' ? 'text-hint text-ink-2' : 'text-hint font-semibold'}>{label}</span>
        </button>
      ))}
    </fieldset>
  )
}
