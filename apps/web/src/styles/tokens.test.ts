import { readdirSync, readFileSync } from 'node:fs'
import { palette } from '@muster/contract/palette'
import { expect, it } from 'vitest'

it("gives the app, messages and the server's own pages the same colours", () => {
  const tokens = readFileSync('src/styles/tokens.css', 'utf8')
  const colours = [...tokens.matchAll(/--color-([\w-]+): light-dark\((#\w{6}), (#\w{6})\);/g)]
  expect(colours.map(([, name = '', light, dark]) => [name.replaceAll('-', '_'), { light, dark }])).toEqual(
    Object.entries(palette),
  )
})

const RAW_CLASS = /\b((text|leading|tracking|rounded(-\w+)?|min|max)-|text-\w+\/)\[-?[.\d]/
/** Paper has points, which are its own. */
const RAW_RULE = /(font-size|border-radius): [.\d]+(px|r?em|%)|@media \((min-|max-)?width/

it('is the only source of font sizes, line heights, radii and breakpoints', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  const listRaw = (names: RegExp, raw: RegExp) =>
    files.filter((file) => names.test(file) && raw.test(readFileSync(`src/${file}`, 'utf8')))
  expect(listRaw(/(?<!\.test)\.tsx?$/, RAW_CLASS)).toEqual([])
  expect(listRaw(/\.css$/, RAW_RULE)).toEqual([])
})

it.each(['text-[13px]', 'text-meta/[1.3]', 'rounded-tl-[4px]', 'max-[700px]:grid'])('finds %s', (raw) => {
  expect(raw).toMatch(RAW_CLASS)
})
