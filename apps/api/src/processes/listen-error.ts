/** Its message is one sentence for the operator. Not in `listen.ts`, which takes commands and workers 2 s to load. */
export class ListenError extends Error {}
