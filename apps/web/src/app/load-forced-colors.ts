/** Style for forced colours, which few systems need. */
export function loadForcedColors(): void {
  const query = matchMedia('(forced-colors: active)')
  if (query.matches) void import('../styles/forced-colors.css')
  else query.addEventListener('change', loadForcedColors, { once: true })
}
