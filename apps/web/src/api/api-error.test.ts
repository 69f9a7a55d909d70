import { afterEach, describe, expect, it } from 'vitest'
import { setLanguage } from '../i18n/language.ts'
import { ApiError, errorText } from './api-error.ts'

afterEach(() => setLanguage('en'))

describe('the text of an error', () => {
  it('is the sentence of the server', () => {
    const error = new ApiError(409, { code: 'shift_full', error: 'This shift is full.' })
    expect(errorText(error, 'Failed to save')).toBe('This shift is full.')
  })

  it.each([new ApiError(500, {}), new Error('internal')])('is the own one where it has none: %o', (error) => {
    expect(errorText(error, 'Failed to save')).toBe('Failed to save')
  })

  it('names the connection where no answer came', () => {
    const error = new ApiError(0, { code: 'network' })
    expect(errorText(error, 'Failed to save')).toBe(
      'Failed to save. We couldn’t reach the server. Check your network and try again.',
    )
    setLanguage('sv')
    expect(errorText(error, 'Det gick inte att spara.')).toMatch(
      /^Det gick inte att spara\. Vi fick inget svar/,
    )
  })
})
