import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldAddress, foldForSearch, foldName, identityKey } from './fold.ts'
import { cleanLine } from './text.ts'

/** Spellings of one last name. */
const SPELLINGS: readonly [string, ...string[]][] = [
  ["O'Brien", 'O’Brien', 'O‘Brien', 'O´Brien', 'O`Brien', 'OʼBrien', 'O′Brien', 'O＇Brien', 'o\u200b’BRIEN'],
  ['Anna-Karin', 'Anna‐Karin', 'Anna‑Karin', 'Anna–Karin', 'Anna—Karin', 'Anna−Karin', 'Anna－Karin'],
  [
    'Öberg',
    'O\u0308berg',
    'Öberg\u200b',
    '\u200eÖberg\u200f',
    'Ö\u00adberg',
    '\u202eÖberg',
    'Öberg\ufeff',
    '\u2066Öberg\u2069',
  ],
  [
    'Öberg',
    'ÖBERG',
    'Öber\u2060g',
    'Öberg\u{e0041}',
    '\tÖberg\v',
    'Ｏ\u0308ｂｅｒｇ',
    'Öberg\u3164',
    'Ö\u200dberg',
  ],
  [
    'von Essen',
    'von\tEssen',
    'von  Essen',
    'von\u00a0Essen',
    'von\u3000Essen',
    'Von\r\nEssen',
    'von\u2028Essen',
  ],
  ['伟', '\u200b伟', '伟\ufe00'],
  ['ゆ', 'ゆ\u2060'],
  ['김', '\u1100\u1175\u11b7'],
  ['می‌نا', 'می\u200cنا', 'مینا'],
  ['Nguyễn', 'Nguyê\u0303n', 'NGUYỄN'],
  ['Ильин', 'ИЛЬИН', 'ильин\u200b'],
]

const composed = '\u00c5sa'
const decomposed = 'A\u030asa'
const anyText = fc.string({ unit: 'binary' })

describe('foldName and identityKey (D11)', () => {
  it.each<[string, string]>([
    [composed, decomposed],
    ['\u00c5SA', '\u00e5sa'],
    ['Björn  af\u00a0 Ekenstam ', 'björn af ekenstam'],
    ['\u0130brahim', 'i\u0307brahim'],
    ['Kim', '\uff2b\uff49\uff4d'],
    ...SPELLINGS.flatMap(([stored, ...others]) => others.map((typed): [string, string] => [stored, typed])),
  ])('%j is %j, and is found by it', (one, other) => {
    expect(foldName(one)).toBe(foldName(other))
    expect(foldForSearch(cleanLine(one))).toBe(foldForSearch(cleanLine(other)))
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
