import { Fragment, type ReactNode } from 'react'

const ADDRESS = /\bhttps?:\/\/[^\s<>()]+[^\s<>().,;:!?'"]/g

export function Linkified({ text }: { text: string }) {
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
