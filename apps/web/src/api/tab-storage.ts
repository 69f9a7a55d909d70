/* What this tab keeps over a reload. Another tab does not see it, and it ends with the tab. */

export function readFromTab(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null')
  } catch {
    // No storage in this browser, or not our JSON.
    return null
  }
}

export function keepInTab(name: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, JSON.stringify(value))
  } catch {
    // Without storage nothing outlives a reload; the page works all the same.
  }
}
