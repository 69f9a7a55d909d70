/** Milliseconds after which the messages of a batch or a broadcast leave (D29, D46). The button to undo is shown for 10 s. */
export const BATCH_WAITS_MS = 15_000

/** Milliseconds for which a batch can be undone if none of its messages has left (D46). */
export const BATCH_UNDO_MS = 60_000
