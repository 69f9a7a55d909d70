import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { costlyLetters, countSms, isWithinTenSegments } from './segments.ts'

const emoji = '\u{1f389}'

describe('countSms (D4)', () => {
  it.each([
    { name: 'nothing', text: '', count: ['GSM-7', 0, 0, 160] },
    { name: 'one', text: 'a', count: ['GSM-7', 1, 1, 159] },
    { name: 'Swedish is GSM', text: 'Åsa Öberg är här @ kl. 8', count: ['GSM-7', 24, 1, 136] },
    { name: 'decomposed Swedish is GSM too', text: 'A\u030asa', count: ['GSM-7', 3, 1, 157] },
    { name: 'a full one', text: 'a'.repeat(160), count: ['GSM-7', 160, 1, 0] },
    { name: 'one more', text: 'a'.repeat(161), count: ['GSM-7', 161, 2, 145] },
    { name: 'two full ones', text: 'a'.repeat(306), count: ['GSM-7', 306, 2, 0] },
    { name: 'three', text: 'a'.repeat(307), count: ['GSM-7', 307, 3, 152] },
    { name: 'extended counts two', text: '€{}', count: ['GSM-7', 6, 1, 154] },
    { name: 'extended fills one', text: '€'.repeat(80), count: ['GSM-7', 160, 1, 0] },
    {
      name: 'extended is not split',
      text: `${'a'.repeat(152)}€${'a'.repeat(152)}`,
      count: ['GSM-7', 306, 3, 152],
    },
    { name: 'a backtick is not GSM', text: '`', count: ['UCS-2', 1, 1, 69] },
    { name: 'ç is not GSM, Ç is', text: 'ç', count: ['UCS-2', 1, 1, 69] },
    { name: 'ë is not GSM', text: 'Zoë', count: ['UCS-2', 3, 1, 67] },
    { name: 'a full one in UCS-2', text: 'ë'.repeat(70), count: ['UCS-2', 70, 1, 0] },
    { name: 'one more in UCS-2', text: 'ë'.repeat(71), count: ['UCS-2', 71, 2, 63] },
    { name: 'an emoji counts two', text: emoji, count: ['UCS-2', 2, 1, 68] },
    { name: 'emoji fill one', text: emoji.repeat(35), count: ['UCS-2', 70, 1, 0] },
    { name: 'emoji are not split', text: emoji.repeat(36), count: ['UCS-2', 72, 2, 61] },
    { name: '33 emoji a segment', text: emoji.repeat(67), count: ['UCS-2', 134, 3, 65] },
    { name: 'in UCS-2 extended counts one', text: '€ë', count: ['UCS-2', 2, 1, 68] },
  ])('$name', ({ text, count }) => {
    const { encoding, characters, segments, remaining } = countSms(text)
    expect([encoding, characters, segments, remaining]).toEqual(count)
  })

  it('knows all 127 letters of the basic alphabet and the 9 extended ones', () => {
    const basic =
      '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
    expect(countSms(basic)).toMatchObject({ encoding: 'GSM-7', characters: 127 })
    expect(countSms('\f^{}\\[~]|€')).toMatchObject({ encoding: 'GSM-7', characters: 20 })
  })

  it('has room for every character, and not for a segment less', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 900 }), (text) => {
        const { encoding, characters, segments, remaining } = countSms(text)
        const single = encoding === 'GSM-7' ? 160 : 70
        const joined = encoding === 'GSM-7' ? 153 : 67
        const room = segments > 1 ? segments * joined : single
        expect(characters).toBeLessThanOrEqual(room - remaining)
        // A segment wastes at most one place, into which a character of two does not fit.
        expect(room - remaining - characters).toBeLessThan(Math.max(segments, 1))
      }),
    )
  })
})

describe('isWithinTenSegments (D4)', () => {
  it.each([
    { name: '1,530 GSM', text: 'a'.repeat(1_530), within: true },
    { name: '1,531 GSM', text: 'a'.repeat(1_531), within: false },
    { name: '670 UCS-2', text: 'ë'.repeat(670), within: true },
    { name: '671 UCS-2', text: 'ë'.repeat(671), within: false },
  ])('$name: $within', ({ text, within }) => {
    expect(isWithinTenSegments(text)).toBe(within)
  })
})

describe('costlyLetters', () => {
  it.each([
    { text: 'Åsa tar kl. 8 @ grinden', letters: [] },
    { text: '20 € eller {30} €', letters: ['€', '{', '}'] },
    { text: 'Zoë – 20 €', letters: ['ë', '–'] },
    { text: `Tack ${emoji}${emoji}`, letters: [emoji] },
  ])('"$text"', ({ text, letters }) => {
    expect(costlyLetters(text)).toEqual(letters)
  })
})
