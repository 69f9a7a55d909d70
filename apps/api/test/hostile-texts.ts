/** Texts that cost a careless pattern or parser more than linear time; about `bytes` as JSON. */
export const HOSTILE_TEXTS: Record<string, (bytes: number) => string> = {
  'dots of a domain': (bytes) => `a@${repeat('.', bytes)}@`,
  'at signs': (bytes) => repeat('@', bytes),
  'carriage returns': (bytes) => `a${repeat('\r', bytes)}x`,
  spaces: (bytes) => `x${repeat(' ', bytes)}x`,
  'marks out of order': (bytes) => `a${repeat('\u0301\u0323', bytes)}`,
  'marks of four classes': (bytes) => `a${repeat('\u0315\u0300\u05ae\u0323', bytes)}`,
  'as many marks as are allowed': (bytes) => repeat(`a${'\u0301\u0323'.repeat(15)}`, bytes),
  'decomposed syllables': (bytes) => repeat('\u1100\u1161\u11a8', bytes),
  'letters that grow': (bytes) => repeat('\ufb2c', bytes),
  'zero-width joiners': (bytes) => repeat('👩\u200d', bytes),
  'direction overrides': (bytes) => repeat('\u202e', bytes),
  'half characters': (bytes) => repeat('\ud800', bytes),
  digits: (bytes) => repeat('9', bytes),
  'a phone number': (bytes) => `+46${repeat('7 (-', bytes)}`,
  'an instant': (bytes) => `2027-01-01T00:00:00.${repeat('1', bytes)}Z`,
}

function repeat(unit: string, bytes: number): string {
  const size = Buffer.byteLength(JSON.stringify(unit)) - 2
  return unit.repeat(Math.ceil(bytes / size))
}
