import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { CoverageBar } from './coverage-bar.tsx'

function kinds(container: HTMLElement): string[] {
  return [...container.querySelectorAll('[data-kind]')].map((part) => part.getAttribute('data-kind') ?? '')
}

it('has a segment for each person needed', () => {
  const { container } = render(<CoverageBar size="row" needed={4} confirmed={2} />)
  expect(kinds(container)).toEqual(['confirmed', 'confirmed', 'nobody', 'nobody'])
  expect(container.textContent).toBe('2 of 4 confirmed, 2 missing')
})

it('never shows more than is needed, and says what there is', () => {
  const { container } = render(<CoverageBar size="row" needed={2} confirmed={3} />)
  expect(kinds(container)).toEqual(['confirmed', 'confirmed'])
  expect(container.textContent).toBe('3 of 2 confirmed')
})

it('has a segment each for twelve, two parts for thirteen', () => {
  expect(kinds(render(<CoverageBar size="row" needed={12} confirmed={5} />).container)).toHaveLength(12)
  const { container } = render(<CoverageBar size="row" needed={13} confirmed={5} />)
  expect(kinds(container)).toEqual(['confirmed', 'nobody'])
  expect(container.querySelector('[data-kind=nobody]')?.getAttribute('width')).toBe(`${800 / 13}%`)
  expect(container.innerHTML).not.toContain('style=')
})

it('leaves out the part that is empty', () => {
  expect(kinds(render(<CoverageBar size="row" needed={20} confirmed={20} />).container)).toEqual([
    'confirmed',
  ])
})
