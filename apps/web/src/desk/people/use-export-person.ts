import type { Person } from '@muster/contract/people'
import { useCallback } from 'react'
import { errorText } from '../../api/api-error.ts'
import { fullName } from '../../format/names.ts'
import { showToast } from '../../ui/feedback/toast.tsx'
import { showFailure } from '../../ui/overlays/failure-dialog.tsx'
import { saveFile } from '../../ui/page/save-file.ts'
import { exportPerson } from './api.ts'
import { useText } from './texts.ts'

export function useExportPerson() {
  const t = useText()
  return useCallback(
    async (person: Person) => {
      const name = fullName(person)
      try {
        const exported = await exportPerson(person.id)
        saveFile(`${name}.json`, new Blob([JSON.stringify(exported, null, 2)], { type: 'application/json' }))
        showToast(t('exported', { name }))
      } catch (error) {
        showFailure(errorText(error, t('errors.export')))
      }
    },
    [t],
  )
}
