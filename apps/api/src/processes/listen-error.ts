/**
 * The address cannot be opened. The message is one sentence for the operator. Apart from `listen.ts`, which loads the
 * whole server: commands and workers would start 2 s later.
 */
export class ListenError extends Error {}
