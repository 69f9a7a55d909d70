import type { Logger } from '../deps.ts'

type Refused = {
  message_id: string
  request_id?: string
  provider: string
  /** The provider's wording, which may repeat an address. */
  reason: string
  attempt: number
  is_given_up: boolean
}

const WINDOW_MS = 60_000
/** Maximum of one provider and code: a provider that is down refuses everything for the same reason. */
const LINES_PER_WINDOW = 10

/** Limits the lines a minute of each provider and code; `left_out` counts the rest. Omits the provider's wording. */
export function createRefusalLog(log: Pick<Logger, 'warn'>, elapsed = () => performance.now()) {
  const windows = new Map<string, { since: number; lines: number; left_out: number }>()
  return ({ provider, reason, is_given_up, ...row }: Refused): void => {
    const code = codeOf(reason)
    const key = `${provider} ${code} ${is_given_up}`
    const last = windows.get(key)
    const isOpen = last !== undefined && elapsed() - last.since < WINDOW_MS
    const window = isOpen ? last : { since: elapsed(), lines: 0, left_out: 0 }
    windows.set(key, window)
    if (window.lines === LINES_PER_WINDOW) {
      window.left_out++
      return
    }
    window.lines++
    const left_out = isOpen ? 0 : (last?.left_out ?? 0)
    log.warn(
      { ...row, provider, code, ...(left_out > 0 && { left_out }) },
      is_given_up ? 'a message was given up' : 'a message was refused and is tried again',
    )
  }
}

/** Errors of the connection, Twilio's codes, enhanced codes of mail servers (RFC 3463), HTTP and SMTP statuses. */
const CODES = [
  /\b(E[A-Z_]{4,}|UND_ERR_[A-Z_]+)\b/,
  /\((\d{5})\)/,
  /\b([245]\.\d{1,3}\.\d{1,3})\b/,
  /\b([45]\d\d)\b/,
]

export function codeOf(reason: string): string {
  return CODES.map((pattern) => pattern.exec(reason)?.[1]).find((code) => code !== undefined) ?? 'other'
}
