/** `chosen` first if the browser's list lacks it, as it does older names, which are valid. */
export function listTimeZones(chosen: string): readonly string[] {
  const known = Intl.supportedValuesOf('timeZone')
  return known.includes(chosen) ? known : [chosen, ...known]
}

export function zoneInWords(zone: string): string {
  return zone.replaceAll('_', ' ')
}
