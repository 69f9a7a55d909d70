/** Words that opt out or in, if alone in a message (D31). */
const STOP = 'stop stopall unsubscribe cancel end quit optout stopp sluta avsluta avregistrera avbryt'.split(
  ' ',
)
const START = 'start unstop subscribe optin starta börja återuppta'.split(' ')

export function readStopWord(text: string): 'stop' | 'start' | undefined {
  const word = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  if (STOP.includes(word)) return 'stop'
  return START.includes(word) ? 'start' : undefined
}
