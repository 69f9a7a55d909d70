import { expect, it } from 'vitest'
import { coverage } from './events.ts'

it('gives an example of a coverage that adds up (D37)', () => {
  const { needed, confirmed, pending, asked, not_asked, expired, missing } = coverage.shape
  const example = (figure: typeof needed) => Number([figure.meta()?.['examples']].flat()[0])

  expect(example(pending)).toBe(example(asked) + example(not_asked) + example(expired))
  expect(example(missing)).toBe(example(needed) - example(confirmed) - example(pending))
})
