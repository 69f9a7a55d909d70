import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanText, foldForSearch, foldName, hasForbiddenControl, identityKey, stripBidi } from './text.ts'

const composed = '\u00c5sa'
const decomposed = 'A\u030asa'
const anyText = fc.string({ unit: 'binary' })

describe('cleanText (D4)', () => {
  it.each([
    { text: ` ${decomposed}\t`, clean: composed },
    { text: 'one\r\r\ntwo', clean: 'one\ntwo' },
    { text: 'one\r\ntwo\nthree\r\n', clean: 'one\ntwo\nthree' },
    { text: '\u00a0\u3000', clean: '' },
    { text: '', clean: '' },
  ])('$text', ({ text, clean }) => {
    expect(cleanText(text)).toBe(clean)
  })

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(cleanText(cleanText(text))).toBe(cleanText(text))
      }),
    )
  })
})

describe('hasForbiddenControl (D4)', () => {
  it.each(['\0', 'a\u0007b', 'a\tb', 'a\rb', 'a\u001bb', 'a\u007fb', 'a\u0085b', 'a\ud83d'])(
    'refuses %j',
    (text) => {
      expect(hasForbiddenControl(text)).toBe(true)
    },
  )

  it.each(['', 'two\nlines', composed, decomposed, "Zo\u00eb O'Brien", '\u{1f469}\u200d\u{1f373}'])(
    'allows %j',
    (text) => {
      expect(hasForbiddenControl(text)).toBe(false)
    },
  )
})

describe('stripBidi (D4)', () => {
  it('takes overrides, embeddings and isolates away and leaves names whole', () => {
    expect(stripBidi('Eve\u202e gnp.exe\u202c\u2066x\u2069')).toBe('Eve gnp.exex')
    expect(stripBidi('\u0645\u0631\u064a\u0645')).toBe('\u0645\u0631\u064a\u0645')
    expect(stripBidi(decomposed)).toBe(decomposed)
  })
})

describe('foldName and identityKey (D11)', () => {
  it.each([
    [composed, decomposed],
    ['\u00c5SA', '\u00e5sa'],
    ['Björn  af\u00a0 Ekenstam ', 'björn af ekenstam'],
    ['\u0130brahim', 'i\u0307brahim'],
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
      }),
    )
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
  ])('%s is found by %s', (name, query) => {
    expect(foldForSearch(name)).toContain(foldForSearch(query))
    expect(foldForSearch(name)).toBe(query)
  })
})
