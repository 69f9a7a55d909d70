import { atom } from 'nanostores'

/** When the page was kept that is shown (ISO, UTC), until the server answers. */
export const $copyTime = atom<string | undefined>()
