import { readFileSync } from 'node:fs'
import { palette } from '@muster/contract/palette'
import { expect, it } from 'vitest'

it("is the same for the app, for messages and for the server's own pages", () => {
  const tokens = readFileSync('src/styles/tokens.css', 'utf8')
  const colours = [...tokens.matchAll(/--color-([\w-]+): light-dark\((#\w{6}), (#\w{6})\);/g)]
  expect(colours.map(([, name = '', light, dark]) => [name.replaceAll('-', '_'), { light, dark }])).toEqual(
    Object.entries(palette),
  )
})
