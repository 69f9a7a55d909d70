import { cva } from 'class-variance-authority'

/** Position at the foot of the window. Clicks beside the toast reach the page. */
export const toastPlaceClass =
  'pointer-events-none fixed right-4 bottom-safe-4 left-4 z-40 grid justify-items-center gap-2 print:hidden'

export const toastClass = cva([
  'pointer-events-auto flex animate-appear items-center rounded-control bg-ink font-semibold text-canvas',
  'forced-colors:border',
])
