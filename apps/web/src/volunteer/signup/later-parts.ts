import { lazyPart } from '../../ui/page/lazy-part.tsx'

export const SignupRefused = lazyPart(() => import('./refused/signup-refused.tsx'))
export const SignedUp = lazyPart(() => import('./signed-up.tsx'))
export const RefusedShifts = lazyPart(() => import('./refused/refused-shifts.tsx'))
export const PeopleFields = lazyPart(() => import('./together/people-fields.tsx'))
export const AcceptLabel = lazyPart(() => import('./together/accept-label.tsx'))
export const Requested = lazyPart(() => import('./requested/requested.tsx'))
export const JoinedWaitingList = lazyPart(() => import('./joined/joined-waiting-list.tsx'))

/** A part that fails to load fails again when it is rendered. */
function loadParts(): void {
  for (const { load } of [
    PeopleFields,
    SignedUp,
    AcceptLabel,
    SignupRefused,
    RefusedShifts,
    Requested,
    JoinedWaitingList,
  ])
    load().catch(() => undefined)
}
// Loaded with the page's code, which the event page loads ahead: a form that is opened offline may be refused later.
// Safari has no idle callback.
;(window.requestIdleCallback ?? setTimeout)(loadParts)
