import { useMemo } from 'react'
import { useLanguage } from '../../i18n/language.ts'
import type { ListedPerson } from './filter-people.ts'
import { listLetters } from './letters.ts'

/** Below it the index is of no use. */
const MIN_PEOPLE = 30

/**
 * Letters at the edge of a phone, which jump when they are pressed or passed with the finger. Hidden from screen readers
 * and the keyboard: the letters between the names are headings.
 */
export function LetterIndex({ people, by }: { people: readonly ListedPerson[]; by: 'first' | 'last' }) {
  const language = useLanguage()
  const letters = useMemo(() => listLetters(people, by, language), [people, by, language])
  if (people.length < MIN_PEOPLE) return null
  const jumpTo = (target: Element | null) => {
    const found = letters.find(({ letter }) => letter === target?.textContent)
    if (found) showPlace(found)
  }
  return (
    <div
      aria-hidden="true"
      className="fixed top-[42%] right-0 bottom-20 z-5 flex w-6 touch-none flex-col justify-around text-center text-hint/none font-semibold text-primary desktop:hidden print:hidden"
      onPointerDown={({ target }) => {
        if (target instanceof Element) jumpTo(target)
      }}
      onPointerMove={({ buttons, clientX, clientY }) => {
        if (buttons > 0) jumpTo(document.elementFromPoint(clientX, clientY))
      }}
    >
      {letters.map(({ letter }) => (
        <span key={letter} className="select-none">
          {letter}
        </span>
      ))}
    </div>
  )
}

/** A heading that is far away is not rendered yet: its piece is shown first. */
function showPlace({ letter, at }: { letter: string; at: number }): void {
  const find = () => document.querySelector(`[data-letter="${letter}"]`)
  const pieces = [...document.querySelectorAll<HTMLElement>('[data-first]')]
  if (!find()) pieces.findLast(({ dataset }) => Number(dataset['first']) <= at)?.scrollIntoView()
  requestAnimationFrame(() => find()?.scrollIntoView())
}
