import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { readFactorsAgain } from './api.ts'
import { useText } from './texts.ts'
import { needsConfirmation, useConfirmation } from './use-confirmation.tsx'

export type RecoveryCodes = ReturnType<typeof useRecoveryCodes>

export function useRecoveryCodes() {
  const t = useText()
  const client = useQueryClient()
  const confirmation = useConfirmation()
  const [codes, setCodes] = useState<string[]>()
  const creation = useMutation({
    mutationFn: () => call('factors', 'createRecoveryCodes'),
    // They stay on this page only.
    gcTime: 0,
    onSuccess: (made) => {
      setCodes(made.codes)
      return readFactorsAgain(client)
    },
    onError: (error) => confirmation.onError(error, () => creation.mutate()),
  })
  const { error } = creation
  return {
    codes,
    make: () => creation.mutate(),
    isMaking: creation.isPending,
    failure: error && !needsConfirmation(error) ? errorText(error, t('failed')) : undefined,
    forget: () => {
      setCodes(undefined)
      creation.reset()
    },
    dialog: confirmation.dialog,
  }
}
