import type { InEvent } from '@muster/contract/rules/in-event'
import { StateSign } from '../../ui/feedback/state-bar.tsx'
import { useText } from './texts.ts'

/** In the order of D67. */
const STATES = ['confirmed', 'asked', 'not_asked', 'expired'] as const

const MOST_SIGNS = 4

/** What somebody has in the event: one sign per shift, and words. */
export function InEventCell({ counts }: { counts: InEvent | undefined }) {
  const words = useInEventWords()
  const signs = STATES.flatMap((state) => Array.from({ length: counts?.[state] ?? 0 }, () => state))
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-meta/snug text-ink-2">
      {signs.length > 0 && (
        <span className="flex gap-0.75">
          {signs.slice(0, MOST_SIGNS).map((state, index) => (
            <StateSign key={`${state}-${index}`} kind={state} />
          ))}
        </span>
      )}
      <span>{words(counts)}</span>
    </span>
  )
}

export type InEventWords = (counts: InEvent | undefined) => string

export function useInEventWords(): InEventWords {
  const t = useText()
  return (counts) => {
    const words = (counts ? ([...STATES, 'declined', 'absent'] as const) : []).flatMap((state) => {
      const count = counts?.[state] ?? 0
      return count > 0 ? t(`in_event.${state}`, { count }) : []
    })
    return words.length > 0 ? words.join(', ') : t('in_event.none')
  }
}
