import { expect, it } from 'vitest'
import { isKeywordAlone, readStopWord } from './stop-words.ts'

it.each([
  ['STOP', 'stop'],
  [' stop. ', 'stop'],
  ['Stopp!', 'stop'],
  ['opt-out', 'stop'],
  ['SLUTA', 'stop'],
  ['avregistrera', 'stop'],
  ['Start', 'start'],
  ['BO\u0308RJA', 'start'],
  ['Stop by the café at ten', undefined],
  ['I cannot stop', undefined],
  ['Sluta skicka', 'stop'],
  ['Kan ni sluta skicka sms till mig?', 'stop'],
  ['Stop. Tack för den här tiden, men nu räcker det.', 'stop'],
  ['Please stop texting me', 'stop'],
  ['Jag vill inte ha fler sms', 'stop'],
  ['No more messages, thanks', 'stop'],
  ["Don't text me again", 'stop'],
  ['Ta bort mig från listan', 'stop'],
  ['Avbryt', 'unclear'],
  ['Cancel!', 'unclear'],
  ['end', 'unclear'],
  ['Avboka', 'unclear'],
  ['Avbryt mitt pass på lördag', undefined],
  ['Stopp i trafiken, jag blir sen', undefined],
  ['Stopp! Bilen gick sönder', undefined],
  ['Sluta oroa er, jag kommer', undefined],
  ['Nej, kan inte', undefined],
  ['yes', undefined],
  ['', undefined],
])('D31: %j is %s', (text, word) => {
  expect(readStopWord(text)).toBe(word)
})

it.each([
  ['STOP', true],
  [' Börja! ', true],
  ['Stop. Tack för allt', false],
  ['Avbryt', false],
])('%j is a keyword alone: %s', (text, expected) => {
  expect(isKeywordAlone(text)).toBe(expected)
})
