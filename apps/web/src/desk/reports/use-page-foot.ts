import { useEffect } from 'react'

/** Page margin boxes take text only from the root element. */
export function usePageFoot(text: string): void {
  useEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--page-foot', JSON.stringify(text))
    return () => void style.removeProperty('--page-foot')
  }, [text])
}
