import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { CoverageBar } from './coverage-bar.tsx'

function kinds(container: HTMLElement): string[] {
  return [...container.querySelectorAll('[data-kind]')].map((part) => part.getAttribute('data-kind') ?? '')
}

it('has a segment for each person needed', () => {
  const { container } = render(<CoverageBar needed={4} confirmed={2} asked={1} />)
  expect(kinds(container)).toEqual(['confirmed', 'confirmed', 'pending', 'nobody'])
  expect(container.textContent).toBe('2 of 4 confirmed, 1 missing, 1 asked')
})

it('never shows more than is needed, and says what there is', () => {
  const { container } = render(<CoverageBar needed={2} confirmed={3} asked={4} />)
  expect(kinds(container)).toEqual(['confirmed', 'confirmed'])
  expect(container.textContent).toBe('3 of 2 confirmed, 4 asked')
})

it('has a segment each for twelve, three parts for thirteen', () => {
  expect(kinds(render(<CoverageBar needed={12} confirmed={5} />).container)).toHaveLength(12)
  const { container } = render(<CoverageBar needed={13} confirmed={5} asked={1} not_asked={1} />)
  expect(kinds(container)).toEqual(['confirmed', 'pending', 'nobody'])
  expect(container.querySelector('[data-kind=pending]')?.getAttribute('width')).toBe(`${200 / 13}%`)
  expect(container.innerHTML).not.toContain('style=')
})

it('does not show an expired invitation as a person (D37)', () => {
  const { container } = render(<CoverageBar needed={3} confirmed={1} not_asked={1} expired={1} />)
  expect(kinds(container)).toEqual(['confirmed', 'pending', 'nobody'])
  expect(container.textContent).toBe('1 of 3 confirmed, 1 not asked yet, 1 expired')
})

it('leaves out the parts that are empty', () => {
  expect(kinds(render(<CoverageBar needed={20} confirmed={20} />).container)).toEqual(['confirmed'])
})

it('shows the gap of a sum that an overfilled shift would hide', () => {
  const { container } = render(<CoverageBar needed={10} confirmed={10} missing={2} />)
  expect(container.querySelectorAll('[data-kind=confirmed]')).toHaveLength(8)
  expect(container.querySelectorAll('[data-kind=nobody]')).toHaveLength(2)
  expect(container.textContent).toBe('10 of 10 confirmed, 2 missing')
})
