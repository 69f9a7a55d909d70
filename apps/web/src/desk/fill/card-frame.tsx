import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { barId } from '../shifts/shift-words.tsx'
import '../../styles/fill-card.css'

/**
 * A card below the bar of a shift, which moves into the upper third; on a phone, or where the list has no bar, at the foot
 * or in the middle. It is not modal: the toast that undoes an ask stands beside it. Escape and a press outside close it.
 */
export function CardFrame({
  shift_id,
  labelledBy,
  title,
  onKey,
  onClose,
  children,
}: {
  shift_id: string
  labelledBy: string
  /** Gets the focus first. */
  title: RefObject<HTMLElement | null>
  /** Called for keys that are pressed in the card. */
  onKey: (event: KeyboardEvent) => void
  onClose: () => void
  children: ReactNode
}) {
  const card = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const before = document.activeElement
    card.current?.show()
    title.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [title])
  useLayoutEffect(() => placeBelow(card.current, shift_id), [shift_id])

  const press = useEffectEvent((event: Event) => {
    const isInside = event.target instanceof Element && event.target.closest('dialog, output')
    if (!isInside) onClose()
  })
  const pressKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.target instanceof Node && card.current?.contains(event.target)) onKey(event)
    if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('dialog:modal'))
      onClose()
  })
  useEffect(() => {
    const onPress = (event: Event) => press(event)
    const onAnyKey = (event: KeyboardEvent) => pressKey(event)
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('keydown', onAnyKey)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('keydown', onAnyKey)
    }
  }, [])

  return (
    <dialog ref={card} className="fill-card" aria-labelledby={labelledBy}>
      {children}
    </dialog>
  )
}

/** Marks the row too. Returns what undoes it. */
function placeBelow(card: HTMLElement | null, shift_id: string): (() => void) | undefined {
  const bar = document.querySelector(`#${barId({ id: shift_id })} .state-bar`)
  card?.removeAttribute('style')
  if (!card || !bar || !matchMedia('(width >= 56.25rem)').matches) return undefined
  scrollBy(0, bar.getBoundingClientRect().top - innerHeight * 0.22)
  const { left, bottom } = bar.getBoundingClientRect()
  const x = Math.max(16, Math.min(left - 12, document.documentElement.clientWidth - card.offsetWidth - 16))
  card.style.cssText = `position:absolute;left:${x + scrollX}px;top:${bottom + 14 + scrollY}px`
  const row = bar.closest('tr')
  row?.toggleAttribute('data-filling', true)
  // A short page has no room to scroll to until the card has its people.
  const growth = new ResizeObserver(() =>
    scrollBy(0, Math.max(0, card.getBoundingClientRect().bottom + 16 - innerHeight)),
  )
  growth.observe(card)
  return () => {
    growth.disconnect()
    row?.removeAttribute('data-filling')
  }
}
