import type { QueryClient } from '@tanstack/react-query'
import { queryOptions } from '@tanstack/react-query'
import { type Answer, call, type Given } from '../../api/call.ts'
import { signInWith } from '../session/session-state.ts'

export type Factors = Answer<'factors', 'listFactors'>
export type Factor = Factors['factors'][number]
export type Passkey = Factors['passkeys'][number]
export type EnrolledFactor = Answer<'factors', 'enrolFactor'>
export type Proof = Given<'factors', 'verifySecondFactor'>['body']

export const factorsQuery = () =>
  queryOptions({
    queryKey: ['factors'],
    queryFn: ({ signal }): Promise<Factors> => call('factors', 'listFactors', { signal }),
  })

export function readFactorsAgain(client: QueryClient): Promise<void> {
  return client.invalidateQueries(factorsQuery())
}

/** Finishes the sign-in, or adds the factor that `proof` names. */
export async function verifySecondFactor(proof: Proof): Promise<void> {
  signInWith(await call('factors', 'verifySecondFactor', { body: proof }))
}

export function isOn({ status }: Factor): boolean {
  return status === 'verified'
}

export function hasSecondFactor({ factors, passkeys }: Factors): boolean {
  return factors.some(isOn) || passkeys.length > 0
}
