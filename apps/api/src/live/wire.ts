import { z } from 'zod'
import { isNestedTooDeep } from '../nesting.ts'
import { buildTextFrame } from '../scale/text-frame.ts'

/* Frames of the Phoenix channels protocol: version 1 is an object, version 2 an array. */

export const versions = ['1.0.0', '2.0.0'] as const
export type Version = (typeof versions)[number]

const fields = {
  ref: z.union([z.string().max(64), z.number()]).nullish(),
  topic: z.string().min(1).max(200),
  event: z.string().min(1).max(100),
  payload: z.unknown(),
}

const shapes = {
  '1.0.0': z.object({ ...fields, join_ref: fields.ref }),
  '2.0.0': z
    .tuple([fields.ref, fields.ref, fields.topic, fields.event, fields.payload])
    .transform(([join_ref, ref, topic, event, payload]) => ({ join_ref, ref, topic, event, payload })),
}

export type ClientFrame = z.infer<(typeof shapes)['1.0.0']>
export type Ref = ClientFrame['ref']

/** Returns undefined for JSON that is no message of the protocol. Throws SyntaxError when the text is not JSON. */
export function parseFrame(version: Version, text: string): ClientFrame | undefined {
  if (isNestedTooDeep(text)) return undefined
  return shapes[version].safeParse(JSON.parse(text)).data
}

type ServerFrame = { join_ref?: Ref; ref?: Ref; topic: string; event: string; payload_json: string }

/** Returns a whole WebSocket frame. */
export function encodeFrame(
  version: Version,
  { join_ref, ref, topic, event, payload_json }: ServerFrame,
): Buffer {
  const [join, own, to, name] = [join_ref ?? null, ref ?? null, topic, event].map((part) =>
    JSON.stringify(part),
  )
  return buildTextFrame(
    version === '2.0.0'
      ? `[${join},${own},${to},${name},${payload_json}]`
      : `{"topic":${to},"event":${name},"payload":${payload_json},"ref":${own},"join_ref":${join}}`,
  )
}

/** Frame for all viewers of a topic, encoded once per version. It names no join, which means all. */
export type Push = (version: Version) => Buffer

export function buildPush(topic: string, event: string, payload_json: string): Push {
  const encoded = new Map<Version, Buffer>()
  return (version) => {
    const known = encoded.get(version)
    if (known) return known
    const frame = encodeFrame(version, { topic, event, payload_json })
    encoded.set(version, frame)
    return frame
  }
}
