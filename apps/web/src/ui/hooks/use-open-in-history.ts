import { useEffect, useRef, useState } from 'react'

/** Makes the browser's back button close an overlay and stay on the page. */
export function useOpenInHistory<Opened>() {
  const [opened, setOpened] = useState<Opened>()
  const phase = useRef<'closed' | 'open' | 'closing'>('closed')
  const next = useRef<() => void>(undefined)

  useEffect(() => {
    const settle = () => {
      phase.current = 'closed'
      setOpened(undefined)
      next.current?.()
      next.current = undefined
    }
    addEventListener('popstate', settle)
    return () => removeEventListener('popstate', settle)
  }, [])

  const open = (value: Opened) => {
    if (phase.current === 'closing') {
      // `history.back()` is asynchronous, and would close an overlay that is opened meanwhile.
      next.current = () => open(value)
      return
    }
    history.pushState(history.state, '')
    phase.current = 'open'
    setOpened(value)
  }

  return {
    opened,
    open,
    close: () => {
      // A second back would leave the page.
      if (phase.current !== 'open') return
      phase.current = 'closing'
      setOpened(undefined)
      history.back()
    },
  }
}
