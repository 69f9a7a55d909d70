import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'

/** Does what a page translator does. */
function translate(root: Node): void {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: Node[] = []
  while (texts.nextNode()) found.push(texts.currentNode)
  for (const text of found) {
    const font = document.createElement('font')
    font.textContent = `${text.textContent} (translated)`
    text.parentNode?.replaceChild(font, text)
  }
}

function Parts({ parts }: { parts: readonly string[] }) {
  return (
    <p>
      {parts[0]} {parts[1]}
      {parts[2] && <b>{parts[2]}</b>}
      {parts[3]}
    </p>
  )
}

it.each([
  [['2', 'spots', '', ''], '2 spots'],
  [['2', 'spots', 'left', ''], '2 spotsleft'],
  [['2', 'spots', 'left', 'now'], '2 spotsleftnow'],
  [['', '', '', 'now'], ' now'],
])('a translated text shows what has changed: %j', (parts, shown) => {
  const before = ['1', 'spot', '', '']
  const { container, rerender } = render(<Parts parts={before} />)
  expect(container.textContent).toBe('1 spot')
  translate(container)
  rerender(<Parts parts={parts} />)
  expect(container.textContent).toBe(shown)
  translate(container)
  rerender(<Parts parts={before} />)
  expect(container.textContent).toBe('1 spot')
})

it('negative control: React itself leaves what was translated', () => {
  const { container } = render(<p>1 spot</p>)
  const text = document.createTextNode('a')
  container.querySelector('p')?.replaceChildren(text, document.createElement('b'))
  translate(container)
  expect(() => container.querySelector('p')?.removeChild(text)).toThrow('not a child')
})

it('texts beside elements get one span each, and those that stand alone none', () => {
  render(
    <>
      {'alone'}
      <p data-testid="joined">
        {1}/{2}
      </p>
      <p data-testid="beside">
        {'a '}
        {'b '}
        <b>c</b> d
      </p>
      <i data-testid="fragment">
        <>{'in a fragment'}</>
      </i>
    </>,
  )
  expect(screen.getByText('alone').tagName).toBe('SPAN')
  expect(screen.getByTestId('joined').innerHTML).toBe('1/2')
  expect(screen.getByTestId('beside').innerHTML).toBe('<span>a b </span><b>c</b><span> d</span>')
  expect(screen.getByTestId('fragment').innerHTML).toBe('<span>in a fragment</span>')
})
