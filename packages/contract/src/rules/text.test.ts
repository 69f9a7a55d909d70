import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanLine, cleanText, findControl, isNameLongEnough } from './text.ts'

const composed = '\u00c5sa'
const decomposed = 'A\u030asa'
const anyText = fc.string({ unit: 'binary' })

describe('cleanText (D4)', () => {
  it.each([
    { text: ` ${decomposed}\t`, clean: composed },
    { text: 'one\r\r\ntwo', clean: 'one\ntwo' },
    { text: 'one\r\ntwo\nthree\r\n', clean: 'one\ntwo\nthree' },
    {
      text: 'one\rtwo\vthree\ffour\u0085five\u2028six\u2029seven',
      clean: 'one\ntwo\nthree\nfour\nfive\nsix\nseven',
    },
    { text: '4\tof\tus', clean: '4 of us' },
    { text: '\u200b\u00adO\u0308\u2060berg\u200e\u202e\u2066\u061c\ufeff\u{e0041}', clean: 'Öberg' },
    { text: '\u200d a\u200c \u200db', clean: 'a b' },
    { text: 'می\u200cخواهم', clean: 'می\u200cخواهم' },
    { text: 'ശ്രീ\u200dക', clean: 'ശ്രീ\u200dക' },
    { text: 'രാജന്\u200d', clean: 'രാജന്\u200d' },
    { text: '👩🏽\u200d🍳 ❤️\u200d🔥', clean: '👩🏽\u200d🍳 ❤️\u200d🔥' },
    { text: '\u00a0\u3000', clean: '' },
    { text: '', clean: '' },
  ])('$text', ({ text, clean }) => {
    expect(cleanText(text)).toBe(clean)
  })

  it('writes one line where a field has one', () => {
    expect(cleanLine(' Falun\r\nLake\u2028side\n')).toBe('Falun Lake side')
  })

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(cleanText(cleanText(text))).toBe(cleanText(text))
        expect(cleanLine(cleanLine(text))).toBe(cleanLine(text))
      }),
    )
  })
})

describe('findControl (D4)', () => {
  it.each([
    ['\0', { character: 'U+0000', place: 1, line: undefined }],
    ['Åsa👋\u0007b', { character: 'U+0007', place: 5, line: undefined }],
    ['one\r\ntwo\n\ta\u001bb', { character: 'U+001B', place: 3, line: 3 }],
    ['a\ud83d', { character: 'U+D83D', place: 2, line: undefined }],
    ['a\u007fb\n', { character: 'U+007F', place: 2, line: 1 }],
  ])('names the first one and its place: %j', (text, found) => {
    expect(findControl(text)).toEqual(found)
  })

  it.each([
    '',
    'two\nlines',
    'a\tb\rc\vd\fe\u0085',
    composed,
    decomposed,
    "Zo\u00eb O'Brien",
    '\u{1f469}\u200d\u{1f373}',
  ])('allows %j', (text) => {
    expect(findControl(text)).toBeUndefined()
  })
})

describe('isNameLongEnough (D4)', () => {
  it.each(['Bo', '伟', 'ゆ', '김', 'Ö\u0308x'])('%s is', (name) => {
    expect(isNameLongEnough(name)).toBe(true)
  })
  it.each(['', 'B', 'Å', '💥'])('%s is not', (name) => {
    expect(isNameLongEnough(name)).toBe(false)
  })
})
