/** D46: names the batch by which what was done can be undone. Call it once it is done. */
export function nameBatch(
  reply: { header(name: string, value: string): unknown },
  batch_id: string | undefined,
): void {
  if (batch_id) reply.header('undo-batch', batch_id)
}
