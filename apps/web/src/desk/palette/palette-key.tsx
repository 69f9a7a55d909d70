import { useStore } from '@nanostores/react'
import { Suspense, useEffect, useState } from 'react'
import { $organization } from '../../api/current-organization.ts'
import { lazyPart } from '../../ui/page/lazy-part.tsx'

const Palette = lazyPart(() => import('./palette.tsx'))

/** Opens the command palette at Ctrl K, ⌘K on a Mac. An open dialog must be answered first. */
export function PaletteKey() {
  const organization_id = useStore($organization)
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      if (event.altKey || event.shiftKey) return
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) setOpen(true)
    }
    document.addEventListener('keydown', open)
    return () => document.removeEventListener('keydown', open)
  }, [])

  if (!isOpen || organization_id === null) return null
  return (
    <Suspense fallback={null}>
      <Palette onClose={() => setOpen(false)} />
    </Suspense>
  )
}
