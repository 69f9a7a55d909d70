import { type ComponentProps, cloneElement, type ReactElement, Suspense, useState } from 'react'
import { lazyPart } from '../page/lazy-part.tsx'
import type { MenuEntry } from './menu.tsx'

const Menu = lazyPart(async () => ({ default: (await import('./menu.tsx')).Menu }))

/** A menu that is loaded after the page. Pressed before, its button opens it as soon as it is there. */
export function LaterMenu({
  trigger,
  entries,
}: {
  trigger: ReactElement<ComponentProps<'button'>>
  entries: readonly MenuEntry[]
}) {
  const [isAsked, setIsAsked] = useState(false)
  return (
    <Suspense fallback={cloneElement(trigger, { 'aria-haspopup': 'menu', onClick: () => setIsAsked(true) })}>
      <Menu trigger={trigger} entries={entries} startsOpen={isAsked} />
    </Suspense>
  )
}
