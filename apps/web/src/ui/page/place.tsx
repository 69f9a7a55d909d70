import { useLayoutEffect, useRef } from 'react'

/**
 * Where an element made beforehand stands, with what a portal draws into it. Drawn at another place instead, it goes
 * there as it is: nothing that is typed in it is lost.
 */
export function Place({ element }: { element: HTMLElement }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => place.current?.append(element), [element])
  return <div ref={place} />
}
