import { type ReactNode, useEffect, useState } from 'react'
import { announce } from '../../ui/feedback/live-region.tsx'
import type { Opened, Shared } from './share-actions.ts'

const COPIED_MS = 2_000

/** Shares the public link, because people would forward a personal one. `code` is the QR code while it is open. */
export function useShare(event: Shared, copied: string) {
  const [isCopied, setCopied] = useState(false)
  const [opened, setOpened] = useState<Opened>()
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])

  const share = async (isShare: boolean) => {
    const { openShare } = await import('./share-actions.ts')
    const result = await openShare(event, isShare)
    if (typeof result === 'object') setOpened(result)
    if (result !== 'copied') return
    setCopied(true)
    announce(copied)
  }
  const code: ReactNode = opened && (
    <opened.QrCode address={opened.address} onClose={() => setOpened(undefined)} />
  )
  return { share, isCopied, code }
}
