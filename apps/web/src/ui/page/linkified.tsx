import { Fragment, type ReactNode } from 'react'

const ADDRESS = /\bhttps?:\/\/[^\s<>()]+[^\s<>().,;:!?'"]/g

/** `isClamped` removes blank lines, which would take the place of text. */
export function Linkified({ text: whole, isClamped = false }: { text: string; isClamped?: boolean }) {
  const text = isClamped ? whole.replace(/\n\s*\n/g, '\n') : whole
  const parts: ReactNode[] = []
  let end = 0
  for (const match of text.matchAll(ADDRESS)) {
    const [address] = match
    parts.push(
      <Fragment key={match.index}>
        {text.slice(end, match.index)}
        <a href={address} target="_blank" rel="noopener noreferrer nofollow ugc">
          {address.replace(/^https?:\/\//, '')}
        </a>
      </Fragment>,
    )
    end = match.index + address.length
  }
  return (
    <span className="whitespace-pre-line">
      {parts}
      {text.slice(end)}
    </span>
  )
}
