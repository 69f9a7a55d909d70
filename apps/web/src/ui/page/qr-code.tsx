import { encode } from 'uqr'

/** A text, usually an address, for the camera of a phone. The default export: it is loaded when it is shown. */
export default function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const path = data
    .flatMap((line, y) => line.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    // White and black in both schemes: cameras do not read it the other way round.
    <svg viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" aria-hidden="true">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

/** Modules of white around it; four by the standard, and paper or a card gives two of them. */
const QUIET_ZONE = 2
