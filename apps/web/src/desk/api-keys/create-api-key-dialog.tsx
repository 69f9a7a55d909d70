import { type ApiKeyRight, apiKeyDays, apiKeyRights } from '@muster/contract/rules/api-key'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { errorText } from '../../api/api-error.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { labelClass } from '../../ui/controls/field.tsx'
import { NativeSelect } from '../../ui/controls/native-select.tsx'
import { ReadOnly } from '../../ui/controls/read-only.ts'
import { TextField } from '../../ui/controls/text-field.tsx'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { useMaxLength } from '../../ui/hooks/use-max-length.ts'
import { useReportUnsaved } from '../../ui/hooks/use-report-unsaved.ts'
import { CancelButton } from '../../ui/overlays/cancel-button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { useDiscardQuestion } from '../../ui/overlays/use-discard-question.tsx'
import { eventsQuery } from '../events/api.ts'
import { listChoices } from '../events/order.ts'
import { createApiKey, type NewApiKey, storeApiKey } from './api.ts'
import { NewSecretDialog } from './new-secret-dialog.tsx'
import { useText } from './texts.ts'

/** `event_id`: '' for the whole organisation; `days`: '' for never. */
type Draft = { name: string; rights: ApiKeyRight[]; event_id: string; days: string }

const CREATION = ['create-api-key']
const EMPTY: Draft = { name: '', rights: ['read'], event_id: '', days: '90' }

/** Asks for the key, then shows its secret. */
export function CreateApiKeyDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const creation = useMutation({
    mutationKey: CREATION,
    mutationFn: createApiKey,
    // The secret stays in this dialog only.
    gcTime: 0,
    onSuccess: (created) => storeApiKey(client, created),
  })
  return creation.data ? (
    <NewSecretDialog created={creation.data} onClose={onClose} />
  ) : (
    <ApiKeyForm
      creation={creation}
      onCreate={(body) => {
        // A slow device accepts a second press before the button is busy. A second key's secret would never be shown.
        if (client.isMutating({ mutationKey: CREATION }) === 0) creation.mutate(body)
      }}
      onClose={onClose}
    />
  )
}

type Creation = {
  isPending: boolean
  error: Error | null
}

function ApiKeyForm({
  creation,
  onCreate,
  onClose,
}: {
  creation: Creation
  onCreate: (body: NewApiKey) => void
  onClose: () => void
}) {
  const t = useText()
  const id = useId()
  const atMost = useMaxLength()
  const { markUnsaved, leave, question } = useDiscardQuestion()
  const { register, handleSubmit, formState } = useForm<Draft>({ mode: 'onTouched', defaultValues: EMPTY })
  const { errors, isDirty } = formState
  const close = () => leave(onClose)

  useReportUnsaved(isDirty, markUnsaved)

  return (
    <>
      <Dialog
        title={t('create')}
        busy={creation.isPending}
        problem={creation.error ? errorText(creation.error, t('form.failed')) : undefined}
        onClose={close}
        footer={
          <>
            <CancelButton busy={creation.isPending} onClose={close} />
            <Button type="submit" form={id} busy={creation.isPending && t('form.busy')}>
              {t('create')}
            </Button>
          </>
        }
      >
        <form
          id={id}
          className="grid gap-5"
          noValidate
          onSubmit={handleSubmit((draft) => onCreate(bodyOf(draft)))}
        >
          <ReadOnly value={creation.isPending}>
            <TextField
              label={t('form.name')}
              hint={t('form.name_hint')}
              autoComplete="off"
              error={errors.name?.message}
              {...register('name', {
                maxLength: atMost(100),
                validate: (name) => name.trim() !== '' || t('form.name_required'),
              })}
            />
            <fieldset aria-describedby={errors.rights ? `${id}-rights` : undefined}>
              <legend className={labelClass}>{t('form.rights')}</legend>
              {apiKeyRights.map((right) => (
                <Checkbox
                  key={right}
                  value={right}
                  className="py-1"
                  label={t(`right.${right}`)}
                  hint={t(`right_hint.${right}`)}
                  {...register('rights', {
                    validate: (rights) => rights.length > 0 || t('form.rights_required'),
                  })}
                />
              ))}
              <ErrorText id={`${id}-rights`} text={errors.rights?.message} />
            </fieldset>
            <EventSelect {...register('event_id')} />
            <NativeSelect label={t('form.expiry')} {...register('days')}>
              {apiKeyDays.map((days) => (
                <option key={days} value={days}>
                  {t('form.days', { count: days })}
                </option>
              ))}
              <option value="">{t('form.never')}</option>
            </NativeSelect>
          </ReadOnly>
        </form>
      </Dialog>
      {question}
    </>
  )
}

/** Offers only a key of the whole organisation until the events are read, or if they cannot be read. */
function EventSelect(select: ReturnType<ReturnType<typeof useForm<Draft>>['register']>) {
  const t = useText()
  const { data: events = [] } = useQuery(eventsQuery())
  return (
    <NativeSelect label={t('form.event')} hint={t('form.event_hint')} {...select}>
      <option value="">{t('all_events')}</option>
      {listChoices(events).map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </NativeSelect>
  )
}

function bodyOf({ name, rights, event_id, days }: Draft): NewApiKey {
  return {
    name,
    rights,
    event_id: event_id === '' ? null : event_id,
    expires_in_days: apiKeyDays.find((each) => String(each) === days) ?? null,
  }
}
