/** A link on a line of its own, as tall as a finger needs. */
export const textLinkClass = 'inline-flex min-h-11 items-center'
