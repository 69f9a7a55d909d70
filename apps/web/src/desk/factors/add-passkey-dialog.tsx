import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { $setupRequired } from '../../api/credentials.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { useMaxLength } from '../../ui/hooks/use-max-length.ts'
import { CancelButton } from '../../ui/overlays/cancel-button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { isPasskeyHere, makePasskey } from '../session/passkeys.ts'
import { readFactorsAgain } from './api.ts'
import { useText } from './texts.ts'

/** `isFirst`: there is no other factor. */
export function AddPasskeyDialog({
  isFirst,
  onClose,
  onAdded,
}: {
  isFirst: boolean
  onClose: () => void
  onAdded: () => void
}) {
  const t = useText()
  const client = useQueryClient()
  const atMost = useMaxLength()
  const { register, handleSubmit, formState } = useForm<{ name: string }>({ mode: 'onTouched' })
  const addition = useMutation({
    mutationFn: addPasskey,
    onSuccess: async (passkey) => {
      if (!passkey) return
      $setupRequired.set(null)
      await readFactorsAgain(client)
      showToast(t('passkeys.added'))
      onAdded()
    },
  })
  return (
    <Dialog title={t('passkeys.add')} busy={addition.isPending} onClose={onClose}>
      <form
        className="grid gap-5"
        noValidate
        onSubmit={handleSubmit(({ name }) => addition.mutate(name.trim() || t('passkeys.unnamed')))}
      >
        <TextField
          label={t('passkeys.name')}
          hint={t('passkeys.name_hint')}
          optional
          autoComplete="off"
          error={formState.errors.name?.message}
          {...register('name', { maxLength: atMost(100) })}
        />
        {isFirst && <p className="text-meta text-ink-2">{t('others_note')}</p>}
        <FormError text={failureOf(addition.error)} />
        <div className="flex flex-wrap justify-end gap-2">
          <CancelButton busy={addition.isPending} onClose={onClose} />
          <Button type="submit" busy={addition.isPending && t('passkeys.waiting')}>
            {t('passkeys.create')}
          </Button>
        </div>
      </form>
    </Dialog>
  )

  function failureOf(error: Error | null): string | undefined {
    if (!error) return undefined
    return isPasskeyHere(error) ? t('passkeys.here_already') : errorText(error, t('passkeys.add_failed'))
  }
}

/** Returns undefined when the user cancels. */
async function addPasskey(friendly_name: string) {
  const { challenge_id, options } = await call('factors', 'getNewPasskeyOptions')
  const response = await makePasskey(options)
  return response && call('factors', 'addPasskey', { body: { challenge_id, response, friendly_name } })
}
