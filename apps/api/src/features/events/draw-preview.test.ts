import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { createCanvas, GlobalFonts, loadImage } from '@napi-rs/canvas'
import { beforeAll, expect, test } from 'vitest'
import { drawable, drawPreview, type PreviewText, registerPreviewFonts, wrapText } from './draw-preview.ts'

const WEB = path.resolve(import.meta.dirname, '../../../../web/package.json')
const FILES = path.join(
  path.dirname(createRequire(WEB).resolve('@fontsource-variable/figtree/package.json')),
  'files',
)

beforeAll(async () => {
  const names = await readdir(FILES)
  const files = ['figtree-latin-wght-normal.woff2', 'figtree-latin-ext-wght-normal.woff2']
  expect(names).toEqual(expect.arrayContaining(files))
  registerPreviewFonts(await Promise.all(files.map((file) => readFile(path.join(FILES, file)))))
})

const FESTIVAL: PreviewText = {
  name: 'Midsommar i parken',
  days: 'fre 19 – lör 20 juni',
  location: 'Stadsparken, Lund',
  organization: 'Midsommarföreningen',
}

async function pixelsOf(png: Buffer): Promise<{ width: number; height: number; data: Uint8ClampedArray }> {
  const image = await loadImage(png)
  const canvas = createCanvas(image.width, image.height)
  canvas.getContext('2d').drawImage(image, 0, 0)
  const { data } = canvas.getContext('2d').getImageData(0, 0, image.width, image.height)
  return { width: image.width, height: image.height, data }
}

/** Returns the columns and rows that text takes, found by its dark pixels. */
async function inkOf(text: Partial<PreviewText>) {
  const { data, width } = await pixelsOf(await drawPreview({ ...FESTIVAL, ...text }))
  const dark = Array.from({ length: data.length / 4 }, (_, index) => index).filter(
    (index) => (data[index * 4] ?? 255) < 60,
  )
  return {
    right: Math.max(...new Set(dark.map((index) => index % width))),
    lowestOfTitle: Math.max(
      0,
      ...new Set(dark.map((index) => Math.floor(index / width)).filter((row) => row < 460)),
    ),
  }
}

test('is a PNG of the size that chats ask for, and small', async () => {
  const png = await drawPreview(FESTIVAL)
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect(await pixelsOf(png)).toMatchObject({ width: 1200, height: 630 })
  expect(png.length).toBeLessThan(100_000)
})

test.each([
  ['100 wide letters in one word', 'W'.repeat(100)],
  ['100 narrow letters in one word', 'i'.repeat(100)],
  ['a long word among others', `Sommarfest ${'Föreningsstämma'.repeat(5)} i parken`],
  ['many words', 'Vi bygger om '.repeat(8).trim()],
])('%s stays inside the ticket', async (_, name) => {
  const { right, lowestOfTitle } = await inkOf({ name, location: null })
  expect(right).toBeLessThanOrEqual(1076)
  expect(right).toBeGreaterThan(600)
  expect(lowestOfTitle).toBeLessThan(410)
})

test('a long place and organization are cut', async () => {
  const long = 'Stora salen, Folkets hus, Storgatan 1, Lund '.repeat(6)
  expect((await inkOf({ location: long, organization: long })).right).toBeLessThanOrEqual(1076)
})

test.each([
  ['Midsommar 🎪 i parken 👩🏽‍🌾🇸🇪', 'Midsommar i parken'],
  ['a\u030angstro\u0308m  \n Č Đ Š Ž Ł', 'ångström Č Đ Š Ž Ł'],
  ['“Café” – 50 % · 10 €…', '“Café” – 50 % · 10 €…'],
  ['Свято', undefined],
  ['עברית', undefined],
  ['祭り', undefined],
  ['Lund 祭', undefined],
  ['🎪🎪', undefined],
  ['', undefined],
])('%s is drawn as %s', (text, drawn) => {
  expect(drawable(text)).toBe(drawn)
})

function pixelsOfLetter(letter: string): string {
  const canvas = createCanvas(60, 60)
  const context = canvas.getContext('2d')
  context.font = '400 40px "Preview 0", "Preview 1"'
  context.fillText(letter, 5, 45)
  return Buffer.from(context.getImageData(0, 0, 60, 60).data).toString('base64')
}

test('every character that counts as drawable is in the fonts', () => {
  expect(GlobalFonts.has('Preview 0')).toBe(true)
  const missing = pixelsOfLetter('\ue123')
  const letters = Array.from({ length: 0x2_100 }, (_, code) => String.fromCodePoint(code)).filter(
    (letter) => letter.trim() !== '' && letter !== '\u00ad' && drawable(letter) === letter,
  )
  expect(letters.length).toBeGreaterThan(300)
  expect(letters.filter((letter) => pixelsOfLetter(letter) === missing)).toEqual([])
})

test('a name in another script leaves the days as the headline', async () => {
  const other = await drawPreview({ ...FESTIVAL, name: 'Свято' })
  expect(other.equals(await drawPreview({ ...FESTIVAL, name: '祭り' }))).toBe(true)
  expect(other.equals(await drawPreview(FESTIVAL))).toBe(false)
})

test.each([
  ['a bb ccc', 4, ['a bb', 'ccc']],
  ['abcdefghij k', 4, ['abcd', 'efgh', 'ij k']],
  ['ab cdefgh', 4, ['ab', 'cdef', 'gh']],
  ['', 4, ['']],
])('%s in lines of %i', (text, width, lines) => {
  expect(wrapText(text, (line) => line.length <= width)).toEqual(lines)
})
