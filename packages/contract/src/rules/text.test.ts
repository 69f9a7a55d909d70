import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cleanLine,
  cleanText,
  findControl,
  foldAddress,
  foldForSearch,
  foldName,
  identityKey,
  isNameLongEnough,
} from './text.ts'

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

describe('foldName and identityKey (D11)', () => {
  it.each([
    [composed, decomposed],
    ['\u00c5SA', '\u00e5sa'],
    ['Björn  af\u00a0 Ekenstam ', 'björn af ekenstam'],
    ['\u0130brahim', 'i\u0307brahim'],
    ["O'Brien", 'O\u2019Brien'],
    ["O'Brien", 'O\u00b4Brien'],
    ["O'Brien", 'O\u02bcBrien'],
    ["O'Brien", 'O\uff07Brien'],
    ['Anna-Karin', 'Anna\u2011Karin'],
    ['Anna-Karin', 'Anna\u2013Karin'],
    ['Anna-Karin', 'Anna\u2212Karin'],
    ['Öberg', 'Öberg\u200b'],
    ['Öberg', 'Ö\u200dberg\u3164'],
    ['Kim', '\uff2b\uff49\uff4d'],
  ])('%j is %j', (one, other) => {
    expect(foldName(one)).toBe(foldName(other))
  })

  it('keeps apart what differs by an accent', () => {
    expect(foldName('\u00c5sa')).not.toBe(foldName('Asa'))
  })

  it('does not depend on the form of the text, and is stable', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(foldName(text.normalize('NFD'))).toBe(foldName(text))
        expect(foldName(foldName(text))).toBe(foldName(text))
        expect(foldName(cleanLine(text))).toBe(foldName(text))
      }),
    )
  })

  it('keeps addresses apart that are other mailboxes', () => {
    expect(foldAddress("o'brien@example.org")).not.toBe(foldAddress('o\u2019brien@example.org'))
  })

  it('finds one person however they were typed', () => {
    const one = identityKey({ email: 'Asa@Example.org', first_name: composed, last_name: '\u00d6berg' })
    const other = identityKey({ email: 'asa@example.org ', first_name: decomposed, last_name: 'O\u0308BERG' })
    expect(one).toBe(other)
  })

  it('does not let a part run into the next', () => {
    const one = identityKey({ email: 'a@b.c', first_name: 'Anna Maria', last_name: 'Berg' })
    const other = identityKey({ email: 'a@b.c', first_name: 'Anna', last_name: 'Maria Berg' })
    expect(one).not.toBe(other)
  })
})

describe('foldForSearch', () => {
  it.each([
    [composed, 'asa'],
    [decomposed, 'asa'],
    ['Zo\u00eb', 'zoe'],
    ['Str\u00f8m', 'strom'],
    ['K\u00e6r', 'kaer'],
    ['Wei\u00df', 'weiss'],
    ['\u0141ukasz', 'lukasz'],
    ['\u00deor', 'thor'],
    ['O\u2019Brien', "o'brien"],
    ['\uff21nna\u2010Karin', 'anna-karin'],
  ])('%s is found by %s', (name, query) => {
    expect(foldForSearch(name)).toContain(foldForSearch(query))
    expect(foldForSearch(name)).toBe(query)
  })
})
