import { publicPath } from '@muster/contract/pages'
import type { ComponentType } from 'react'

export type Shared = { id: string; name: string }
export type Opened = { QrCode: ComponentType<{ address: string; onClose: () => void }>; address: string }

/** Shares the address, or returns the code to show: if it was asked for, or nothing else is possible. */
export async function openShare(
  { id, name: title }: Shared,
  isShare: boolean,
): Promise<Opened | 'shared' | 'copied'> {
  const url = new URL(publicPath('event', { eventId: id }), location.origin).href
  const how = isShare ? await shareAddress({ title, url }) : 'none'
  if (how !== 'none') return how
  const { QrCode } = await import('./qr-code.tsx')
  return { QrCode, address: url }
}

/** Neither the share sheet nor the clipboard exists on plain http. */
async function shareAddress(page: { title: string; url: string }): Promise<'shared' | 'copied' | 'none'> {
  const { clipboard }: { clipboard?: Clipboard } = navigator
  try {
    if ('share' in navigator) {
      await navigator.share(page)
      return 'shared'
    }
    if (!clipboard) return 'none'
    await clipboard.writeText(page.url)
    return 'copied'
  } catch (error) {
    // AbortError: the reader closed the share sheet; nothing else is offered.
    return error instanceof DOMException && error.name === 'AbortError' ? 'shared' : 'none'
  }
}
