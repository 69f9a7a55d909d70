/** The few rules for readers whose system replaces all colours; nobody else loads them. */
export function loadForcedColors(): void {
  const query = matchMedia('(forced-colors: active)')
  if (query.matches) void import('../styles/forced-colors.css')
  else query.addEventListener('change', loadForcedColors, { once: true })
}
