import { useEffect, useRef, useState } from 'react'

/** What is open over a page: the browser's back closes it and stays on the page. */
export function useOpenInHistory<Opened>() {
  const [opened, setOpened] = useState<Opened>()
  const isOpen = useRef(false)

  useEffect(() => {
    const close = () => {
      isOpen.current = false
      setOpened(undefined)
    }
    addEventListener('popstate', close)
    return () => removeEventListener('popstate', close)
  }, [])

  return {
    opened,
    open: (value: Opened) => {
      history.pushState(history.state, '')
      isOpen.current = true
      setOpened(value)
    },
    close: () => {
      // A second back would leave the page.
      if (!isOpen.current) return
      isOpen.current = false
      setOpened(undefined)
      history.back()
    },
  }
}
