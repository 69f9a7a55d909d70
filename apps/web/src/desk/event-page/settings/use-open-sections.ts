import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

export type OpenSections = {
  isOpen: (id: string) => boolean
  toggle: (id: string, isOpen: boolean) => void
}

/** Opens the section of the address, and scrolls to it. */
export function useOpenSections(): OpenSections {
  const { hash, key } = useLocation()
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set([hash.slice(1)]))
  const toggle = (id: string, isOpen: boolean) =>
    setOpen((before) => {
      const next = new Set(before)
      if (isOpen) next.add(id)
      else next.delete(id)
      return next
    })
  // A second press on the same link scrolls again.
  useEffect(() => {
    const section = key && document.getElementById(hash.slice(1))
    if (!(section instanceof HTMLDetailsElement)) return
    section.toggleAttribute('open', true)
    section.scrollIntoView({ block: 'nearest' })
  }, [hash, key])
  return { isOpen: (id) => open.has(id), toggle }
}
