/** Loaded after the page: the service worker keeps the page and its files for when the server does not answer. */
export async function keepCopies(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  try {
    await serviceWorker.register('/service-worker.js')
  } catch {
    // Storage is blocked, for example in a private window. The pages work without copies.
    return
  }
  const { active } = await serviceWorker.ready
  new PerformanceObserver((list) => {
    const assets = list.getEntries().map(({ name }) => name)
    active?.postMessage({ page: location.pathname, assets }, { transfer: [] })
  }).observe({ type: 'resource', buffered: true })
}
