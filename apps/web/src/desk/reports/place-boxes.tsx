const PER_LINE = 7
/** Maximum number of boxes. Larger shifts show only the figures. */
const MOST = 42

/** Draws SVG, because browsers print no backgrounds: one per row, which keeps a report of thousands of rows light. */
export function PlaceBoxes({
  confirmed,
  invited,
  missing,
}: {
  confirmed: number
  invited: number
  missing: number
}) {
  const count = confirmed + invited + missing
  if (count > MOST) return null
  const columns = Math.min(count, PER_LINE)
  const lines = Math.ceil(count / PER_LINE)
  return (
    <svg
      className="boxes block flex-none overflow-visible stroke-1"
      aria-hidden="true"
      width={`${columns}em`}
      height={`${lines}em`}
      viewBox={`0 0 ${columns * 10} ${lines * 10}`}
    >
      {confirmed > 0 && (
        <path className="confirmed fill-ok-fill stroke-ok-fill" d={draw(box, 0, confirmed)} />
      )}
      {invited > 0 && (
        <path className="pending fill-wait-soft stroke-wait-fill" d={draw(stripes, confirmed, invited)} />
      )}
      {missing > 0 && (
        <path
          className="nobody fill-surface stroke-line-strong"
          d={draw(box, confirmed + invited, missing)}
        />
      )}
    </svg>
  )
}

function draw(shape: string, from: number, count: number): string {
  return Array.from({ length: count }, (_, index) => {
    const place = from + index
    return `M${(place % PER_LINE) * 10 + 1} ${Math.floor(place / PER_LINE) * 10 + 1}${shape}`
  }).join('')
}

const box = 'h7v7h-7z'
const stripes = `${box}m0 3.5l3.5-3.5m-3.5 7l7-7m-3.5 7l3.5-3.5`
