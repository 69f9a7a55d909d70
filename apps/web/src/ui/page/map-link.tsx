import { Icon } from './icon.tsx'

type MapLinkProps = { place: string; pin?: boolean; className?: string }

/** Links to a map, or to the place itself if it is a web address (a video call). */
export function MapLink({ place, pin = false, className = '' }: MapLinkProps) {
  const href = /^https?:\/\/\S+$/.test(place)
    ? place
    : `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: place })}`
  return (
    <a
      className={`inline-flex min-h-11 items-center leading-snug wrap-anywhere text-ink-2 decoration-line-strong hover:text-ink ${className}`}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
    >
      {pin && <Icon name="pin" size="medium" className="mr-1.5 text-ink-3" />}
      {place}
    </a>
  )
}
