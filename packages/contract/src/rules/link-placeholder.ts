/** Stands in the text of a stored message for each link, because links are not stored (D27). */
export const LINK_PLACEHOLDER = '[personal link]'
