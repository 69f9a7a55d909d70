import { expect, it } from 'vitest'
import { readStopWord } from './stop-words.ts'

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
  ['yes', undefined],
  ['', undefined],
])('D31: %j is %s', (text, word) => {
  expect(readStopWord(text)).toBe(word)
})
