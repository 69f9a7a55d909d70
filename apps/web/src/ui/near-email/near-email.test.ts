import { expect, it } from 'vitest'
import { nearEmail } from './near-email.ts'

it.each([
  ['åsa@gmial.com', 'åsa@gmail.com'],
  ['bo+fest@gmail.con', 'bo+fest@gmail.com'],
  [' bo@hotmal.se ', 'bo@hotmail.se'],
  ['bo@outlok.com', 'bo@outlook.com'],
  ['bo@telia.con', 'bo@telia.com'],
  ['bo@icloud.co', 'bo@icloud.com'],
])('%j was probably meant as %j', (typed, meant) => {
  expect(nearEmail(typed)).toBe(meant)
})

it.each([
  'bo@gmail.com',
  'bo@hotmail.se',
  'bo@liu.se',
  'bo@lund.se',
  'bo@svenskakyrkan.se',
  'bo@midsommar.example',
  'bo@me.com',
  'bo@ki.se',
  'bo@mail.com',
  'bo@gmail.se',
  'bo',
  '@',
  '',
])('%j is left alone', (typed) => {
  expect(nearEmail(typed)).toBeUndefined()
})
