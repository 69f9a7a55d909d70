import { expect, it } from 'vitest'
import { mailtoOf } from './mailto.ts'

it.each([
  ['asa@example.org', 'mailto:asa@example.org'],
  ['a?bcc=x&body=y@example.org', 'mailto:a%3Fbcc%3Dx%26body%3Dy@example.org'],
  ['åsa+lag@räksmörgås.example', 'mailto:%C3%A5sa%2Blag@r%C3%A4ksm%C3%B6rg%C3%A5s.example'],
])('%s', (email, link) => {
  expect(mailtoOf(email)).toBe(link)
})
