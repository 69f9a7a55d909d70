import { atom } from 'nanostores'

/** Time at which the shown copy of the page was kept (ISO, UTC); undefined once the server answers. */
export const $copyTime = atom<string | undefined>()
