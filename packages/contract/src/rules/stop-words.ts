/** What ends SMS to somebody and what lets them begin again, alone in a message (D31). */
const STOP = new Set([
  ...['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'optout'],
  ...['stopp', 'sluta', 'avsluta', 'avregistrera', 'avbryt'],
])
const START = new Set([...['start', 'unstop', 'subscribe', 'optin'], ...['starta', 'börja', 'återuppta']])

export function readStopWord(text: string): 'stop' | 'start' | undefined {
  const word = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  if (STOP.has(word)) return 'stop'
  return START.has(word) ? 'start' : undefined
}
