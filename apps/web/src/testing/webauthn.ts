import { vi } from 'vitest'

/** These replace `@simplewebauthn/browser` in every test (vitest.config.ts): no test asks a device for a passkey. */
export const startRegistration = vi.fn()
export const startAuthentication = vi.fn()
export const cancelCeremony = vi.fn()

export const WebAuthnAbortService = { cancelCeremony }

export function resetPasskeys(): void {
  startRegistration.mockReset()
  startAuthentication.mockReset()
  cancelCeremony.mockReset()
}
