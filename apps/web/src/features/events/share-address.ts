/** Neither the share sheet nor the clipboard exists on plain http. */
export async function shareAddress(page: {
  title: string
  url: string
}): Promise<'shared' | 'copied' | 'none'> {
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
