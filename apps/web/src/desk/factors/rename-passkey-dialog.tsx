import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { useMaxLength } from '../../ui/hooks/use-max-length.ts'
import { CancelButton } from '../../ui/overlays/cancel-button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { type Passkey, readFactorsAgain } from './api.ts'
import { useText } from './texts.ts'

export function RenamePasskeyDialog({
  passkey: { id, friendly_name },
  onClose,
}: {
  passkey: Passkey
  onClose: () => void
}) {
  const t = useText()
  const client = useQueryClient()
  const atMost = useMaxLength()
  const { register, handleSubmit, formState } = useForm({ defaultValues: { friendly_name } })
  const renaming = useMutation({
    mutationFn: (body: { friendly_name: string }) =>
      call('factors', 'renamePasskey', { params: { id }, body }),
    onSuccess: async () => {
      await readFactorsAgain(client)
      showToast(t('passkeys.renamed'))
      onClose()
    },
  })
  return (
    <Dialog title={t('passkeys.rename_title')} busy={renaming.isPending} onClose={onClose}>
      <form className="grid gap-5" noValidate onSubmit={handleSubmit((draft) => renaming.mutate(draft))}>
        <TextField
          label={t('passkeys.name')}
          autoComplete="off"
          error={formState.errors.friendly_name?.message}
          {...register('friendly_name', { required: t('passkeys.name_required'), maxLength: atMost(100) })}
        />
        <FormError text={renaming.error ? errorText(renaming.error, t('failed')) : undefined} />
        <div className="flex flex-wrap justify-end gap-2">
          <CancelButton busy={renaming.isPending} onClose={onClose} />
          <Button type="submit" busy={renaming.isPending && t('busy')}>
            {t('passkeys.rename')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
