/** One sentence for the operator. Apart from `listen.ts`, which would make commands and workers start 2 s later. */
export class ListenError extends Error {}
