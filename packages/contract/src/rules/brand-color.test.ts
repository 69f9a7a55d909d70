import { describe, expect, it } from 'vitest'
import { palette } from '../palette.ts'
import { brandColors, contrastOf, ownColors, themeOf } from './brand-color.ts'

const colors =
  '#ffff00 #ffffff #000000 #ff0000 #00ff00 #0000ff #00ffff #ff00ff #c0ffee #111111 #333333 #808080 #999999 #dddddd #fefefe #14624f #ffa500 #010101'.split(
    ' ',
  )
const surfaces = ['canvas', 'surface', 'sunken', 'ok_soft', 'wait_soft', 'miss_soft', 'info_soft'] as const

describe.each(colors)('%s', (color) => {
  const brand = brandColors(color)

  it.each(['light', 'dark'] as const)('can be read on every surface, and text on it (%s)', (mode) => {
    const { primary, primary_hover, on_primary, primary_soft } = brand
    for (const surface of [...surfaces.map((name) => palette[name][mode]), primary_soft[mode]])
      expect(contrastOf(primary[mode], surface)).toBeGreaterThanOrEqual(4.5)
    expect(contrastOf(on_primary[mode], primary[mode])).toBeGreaterThanOrEqual(4.5)
    expect(contrastOf(on_primary[mode], primary_hover[mode])).toBeGreaterThanOrEqual(4.5)
    for (const ink of ['ink', 'ink_2', 'ok', 'wait', 'miss', 'info'] as const) {
      const before = contrastOf(palette[ink][mode], palette.primary_soft[mode])
      expect(contrastOf(palette[ink][mode], primary_soft[mode])).toBeGreaterThanOrEqual(Math.min(4.5, before))
    }
    expect(primary_hover[mode]).not.toBe(primary[mode])
  })
})

it('keeps a colour that can be read as it is', () => {
  expect(brandColors('#14624f').primary.light).toBe('#14624f')
  expect(brandColors('#73cdb1').primary.dark).toBe('#73cdb1')
  expect(brandColors('#000080').primary.light).toBe('#000080')
})

it('keeps the hue of one that cannot', () => {
  expect(brandColors('#ff0000').primary.light).toMatch(/^#[b-e].0000$/)
})

it("is Muster's without a colour", () => {
  expect(brandColors(null)).toBe(ownColors)
  expect(palette).toMatchObject(ownColors)
})

const declarations = (primary: string, on: string) =>
  `:root{--color-primary:${primary};--color-primary-hover:#\\w{6};--color-on-primary:${on};--color-primary-soft:#\\w{6}}`

it('writes a sheet for light and dark', () => {
  const [light, dark] = [declarations('#000080', '#ffffff'), declarations('#\\w{6}', '#0d1115')]
  expect(themeOf('#000080')).toMatch(
    new RegExp(`^${light}@media screen and \\(prefers-color-scheme:dark\\){${dark}}$`),
  )
})

it('knows the contrast of black and white', () => {
  expect(contrastOf('#000000', '#ffffff')).toBe(21)
  expect(contrastOf('#ffffff', '#ffffff')).toBe(1)
})
