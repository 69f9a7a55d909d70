import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../page/lazy-part.tsx'
import { isSingleKey } from './single-keys.ts'

const KeysDialog = lazyPart(() => import('./keys-dialog.tsx'))

/** `?` lists the keys of the page. */
export default function KeysHelp({ pathname }: { pathname: string }) {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key !== '?' || !isSingleKey(event)) return
      event.preventDefault()
      setIsOpen(true)
    }
    document.addEventListener('keydown', open)
    return () => document.removeEventListener('keydown', open)
  }, [])
  if (!isOpen) return null
  return (
    <Suspense fallback={null}>
      <KeysDialog pathname={pathname} onClose={() => setIsOpen(false)} />
    </Suspense>
  )
}
