/** To a map, or to the place itself if it is a web address (a video call). */
export function MapLink({ place, className = '' }: { place: string; className?: string }) {
  const href = /^https?:\/\/\S+$/.test(place)
    ? place
    : `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: place })}`
  return (
    <a
      className={`inline-flex min-h-11 items-center leading-[1.35] wrap-anywhere text-ink-2 decoration-line-strong hover:text-ink ${className}`}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
    >
      {place}
    </a>
  )
}
