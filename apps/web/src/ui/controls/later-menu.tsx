import {
  type ComponentProps,
  cloneElement,
  type ReactElement,
  type RefCallback,
  Suspense,
  useRef,
  useState,
} from 'react'
import { lazyPart } from '../page/lazy-part.tsx'
import type { MenuEntry } from './menu.tsx'

const Menu = lazyPart(async () => ({ default: (await import('./menu.tsx')).Menu }))

/**
 * A menu that is loaded after the page. Pressed before, its button opens it as soon as it is there;
 * focused before, it stays so, or the next key would be lost.
 */
export function LaterMenu({
  trigger,
  entries,
}: {
  trigger: ReactElement<ComponentProps<'button'>>
  entries: readonly MenuEntry[]
}) {
  const [isAsked, setIsAsked] = useState(false)
  const focus = useKeptFocus()
  const standIn = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    onClick: () => setIsAsked(true),
    ref: focus.leaving,
  })
  const button = cloneElement(trigger, { ref: focus.arriving })
  return (
    <Suspense fallback={standIn}>
      <Menu trigger={button} entries={entries} startsOpen={isAsked} />
    </Suspense>
  )
}

/** Returns references for an element and the one that takes its place, which gets the focus if the first had it. */
function useKeptFocus() {
  const hadFocus = useRef(false)
  const leaving: RefCallback<HTMLElement> = (element) => () => {
    hadFocus.current = element === document.activeElement
  }
  const arriving: RefCallback<HTMLElement> = (element) => {
    if (hadFocus.current) element?.focus()
    hadFocus.current = false
  }
  return { leaving, arriving }
}
