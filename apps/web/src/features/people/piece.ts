/** The browser lays out what is on the screen only; on paper it is all there. */
export const pieceClass = 'not-print:[content-visibility:auto]'
