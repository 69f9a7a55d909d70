/** Returns the text of an unmasked, unfragmented WebSocket frame. */
export function readTextFrame(frame: Buffer): string {
  const length = frame[1]
  const head = length === 126 ? 4 : length === 127 ? 10 : 2
  return frame.toString('utf8', head)
}
