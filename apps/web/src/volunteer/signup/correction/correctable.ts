import type { SignedUp } from '@muster/contract/signup'
import { lazyPart } from '../../../ui/page/lazy-part.tsx'

export type CorrectEmailProps = {
  /** Address to which the confirmation went. */
  email: string
  signed_up: readonly SignedUp[]
  submitted_at: string
  onCorrected: (email: string) => void
}

export const CorrectEmail = lazyPart<CorrectEmailProps>(() => import('./correct-email.tsx'))
