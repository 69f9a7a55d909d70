/** The browser's clock: the one place of the web app that asks it. */
export const now = (): Date => new Date()
