/** Puts `chosen` first if the browser's list lacks it, as it lacks older names that are still valid. */
export function listTimeZones(chosen: string): readonly string[] {
  const known = Intl.supportedValuesOf('timeZone')
  return known.includes(chosen) ? known : [chosen, ...known]
}

export function zoneInWords(zone: string): string {
  return zone.replaceAll('_', ' ')
}
