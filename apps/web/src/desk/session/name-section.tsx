import type { Account } from '@muster/contract/session'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { errorText } from '../../api/api-error.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ReadOnly } from '../../ui/controls/read-only.ts'
import { TextField } from '../../ui/controls/text-field.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { useReportUnsaved } from '../../ui/hooks/use-report-unsaved.ts'
import { useDiscardQuestion } from '../../ui/overlays/use-discard-question.tsx'
import { cardClass } from '../../ui/page/card.ts'
import { accountQuery, changeAccount } from './account-api.ts'
import { useText } from './texts.ts'

const MOST_LETTERS = 100

export function NameSection({ account }: { account: Account }) {
  const t = useText()
  const client = useQueryClient()
  const { register, handleSubmit, reset, formState } = useForm({
    defaultValues: { name: account.name ?? '' },
  })
  const { isDirty } = formState
  const { markUnsaved, question } = useDiscardQuestion()
  const change = useMutation({
    mutationFn: changeAccount,
    onSuccess: (changed) => {
      client.setQueryData(accountQuery().queryKey, changed)
      reset({ name: changed.name ?? '' })
      showToast(t('account.name_saved'))
    },
  })

  useReportUnsaved(isDirty, markUnsaved)

  return (
    <>
      <form
        className={cardClass({ className: 'grid max-w-160 justify-items-start gap-4' })}
        noValidate
        onSubmit={handleSubmit((draft) => change.mutate(draft))}
      >
        <div className="w-full max-w-100">
          <ReadOnly value={change.isPending}>
            <TextField
              label={t('account.name')}
              hint={t('account.name_hint')}
              autoComplete="name"
              maxLength={MOST_LETTERS}
              {...register('name')}
            />
          </ReadOnly>
        </div>
        <FormError text={change.error ? errorText(change.error, t('account.failed')) : undefined} />
        <Button type="submit" kind="line" busy={change.isPending && t('account.busy')}>
          {t('account.name_save')}
        </Button>
      </form>
      {question}
    </>
  )
}
