import '../../styles/seconds-ring.css'

/** Seconds left in a ring that empties. For the eye alone: a screen reader would read every second. */
export function SecondsRing({ seconds, share }: { seconds: number; share: number }) {
  return (
    <svg viewBox="0 0 28 28" className="seconds-ring" aria-hidden="true">
      <circle cx="14" cy="14" r="12" />
      <circle cx="14" cy="14" r="12" pathLength="100" strokeDasharray={`${share * 100} 100`} />
      <text x="14" y="14" textAnchor="middle" dominantBaseline="central">
        {seconds}
      </text>
    </svg>
  )
}
