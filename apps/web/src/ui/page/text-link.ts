/** Classes of a link on its own line, tall enough for a finger. */
export const textLinkClass = 'inline-flex min-h-11 items-center'
