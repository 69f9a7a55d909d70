import { vi } from 'vitest'

/** Modules of which some test counts or replaces calls. In all other tests they work as usual. */
const SPIED = [
  '@muster/contract/rules/log-action',
  '@muster/contract/rules/mail-limit',
  '@muster/contract/rules/notice',
  '@muster/contract/rules/route-access',
  '@node-rs/argon2',
  '../src/db/lock.ts',
  '../src/db/record-action.ts',
  '../src/features/assignments/queries.ts',
  '../src/features/events/draw-preview.ts',
  '../src/features/events/public-shifts.ts',
  '../src/features/members/queries.ts',
  '../src/features/session/passwords.ts',
  '../src/features/session/queries.ts',
  '../src/features/signup/queries.ts',
  '../src/features/signup/visitor.ts',
  '../src/access/canonical-id.ts',
  '../src/edge/list-ids.ts',
  '../src/access/rate-limit.ts',
  '../src/live/topics.ts',
  '../src/outbox/claim.ts',
  '../src/outbox/digests.ts',
  '../src/outbox/refresh.ts',
  '../src/outbox/sent-messages.ts',
  '../src/outbox/suppression.ts',
  '../src/outbox/unsendable.ts',
]

const spied = new WeakMap<object, object>()

/**
 * Call before each file, because Vitest keeps mocks by file. With `{ spy: true }` each file would get its own spies,
 * and modules that an earlier file of the process has loaded would still call that file's spies.
 */
export function spyOnModules(): void {
  for (const path of SPIED) {
    vi.doMock(path, async (importOriginal) => {
      const original = await importOriginal<object>()
      const known = spied.get(original) ?? vi.mockObject(original, { spy: true })
      spied.set(original, known)
      return known
    })
  }
}
