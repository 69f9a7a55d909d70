const FINAL_TEXT = 0x81
/** Lengths up to this one stand in the second byte; these two say that 2 or 8 bytes with the length follow. */
const LONGEST_SHORT = 125
const TWO_BYTES = 126
const EIGHT_BYTES = 127

/** An unmasked, unfragmented WebSocket frame (RFC 6455, 5.2), to be written to any number of sockets. */
export function buildTextFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  return Buffer.concat([buildHead(payload.length), payload])
}

function buildHead(length: number): Buffer {
  if (length <= LONGEST_SHORT) return Buffer.from([FINAL_TEXT, length])
  if (length <= 0xffff) {
    const head = Buffer.from([FINAL_TEXT, TWO_BYTES, 0, 0])
    head.writeUInt16BE(length, 2)
    return head
  }
  const head = Buffer.from([FINAL_TEXT, EIGHT_BYTES, 0, 0, 0, 0, 0, 0, 0, 0])
  head.writeBigUInt64BE(BigInt(length), 2)
  return head
}
