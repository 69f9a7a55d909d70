import { expect, test } from 'vitest'
import { contentDisposition } from './content-disposition.ts'

test('the download is named for old clients and for all others', () => {
  expect(contentDisposition('Kök, entré & ål.ics')).toBe(
    `attachment; filename="Kok_ entre _ al.ics"; filename*=UTF-8''K%C3%B6k%2C%20entr%C3%A9%20%26%20%C3%A5l.ics`,
  )
  expect(contentDisposition("Kafé (Zoë's).ics")).toBe(
    `attachment; filename="Kafe _Zoe_s_.ics"; filename*=UTF-8''Kaf%C3%A9%20%28Zo%C3%AB%27s%29.ics`,
  )
})
