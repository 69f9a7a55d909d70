import type { Answer } from '../api/call.ts'
import { answer } from './answers.ts'
import { buildId } from './build-event.ts'

type Factors = Answer<'factors', 'listFactors'>

export function buildFactor(given: Partial<Factors['factors'][number]> = {}): Factors['factors'][number] {
  return {
    id: buildId(),
    factor_type: 'totp',
    status: 'verified',
    friendly_name: '',
    phone: null,
    created_at: '2026-03-03T10:00:00.000Z',
    ...given,
  }
}

export function buildPasskey(given: Partial<Factors['passkeys'][number]> = {}): Factors['passkeys'][number] {
  return {
    id: buildId(),
    friendly_name: 'Laptop',
    is_synced: true,
    created_at: '2026-03-03T10:00:00.000Z',
    last_used_at: null,
    ...given,
  }
}

export function answerFactors(given: Partial<Factors> = {}): void {
  answer('factors', 'listFactors', {
    factors: [],
    passkeys: [],
    recovery_codes_left: 0,
    is_phone_available: false,
    ...given,
  })
}

/** Answers what the page Security reads besides the factors. */
export function answerSecurity(): void {
  answer('session', 'getAccount', {
    name: null,
    email: 'demo@muster.example',
    ends_at: null,
    password_changed_at: '2026-03-03T10:00:00.000Z',
  })
  answer('session', 'listSessions', { sessions: [] })
}
