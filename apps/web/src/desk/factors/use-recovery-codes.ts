import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { readFactorsAgain } from './api.ts'
import { useText } from './texts.ts'

export type RecoveryCodes = ReturnType<typeof useRecoveryCodes>

export function useRecoveryCodes() {
  const t = useText()
  const client = useQueryClient()
  const [codes, setCodes] = useState<string[]>()
  const creation = useMutation({
    mutationFn: () => call('factors', 'createRecoveryCodes'),
    // They stay on this page only.
    gcTime: 0,
    onSuccess: (made) => {
      setCodes(made.codes)
      return readFactorsAgain(client)
    },
  })
  const { error } = creation
  return {
    codes,
    make: () => creation.mutate(),
    isMaking: creation.isPending,
    failure: error ? errorText(error, t('failed')) : undefined,
    forget: () => {
      setCodes(undefined)
      creation.reset()
    },
  }
}
