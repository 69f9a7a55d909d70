import { isEmail } from '@muster/contract/rules/contact'
import { presetCountry } from '@muster/contract/rules/country-codes'
import { readSessionToken } from '@muster/contract/rules/session-token'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { errorText } from '../../../api/api-error.ts'
import { readToken } from '../../../api/credentials.ts'
import { browserTimeZone } from '../../../format/dates.ts'
import { useWords } from '../../../i18n/words.ts'
import { paths } from '../../../paths.ts'
import { Button, buttonClass } from '../../../ui/controls/button.tsx'
import { ReadOnly } from '../../../ui/controls/read-only.ts'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { FormError } from '../../../ui/feedback/form-error.tsx'
import { useMaxLength } from '../../../ui/hooks/use-max-length.ts'
import { cardClass } from '../../../ui/page/card.ts'
import { PageTitle } from '../../../ui/page/page-title.tsx'
import { addToList, createOrganization, organizationsQuery } from '../api.ts'
import { CountryField } from '../country-field.tsx'
import { useText as useSettingsText } from '../texts.ts'
import { useOrganizationSwitch } from '../use-organization-switch.ts'
import { useText } from './texts.ts'

/** D23: no country is assumed. */
type Draft = { name: string; country: string | null; contact_email: string }

export default function NewOrganizationPage() {
  const t = useText()
  const settings = useSettingsText()
  const words = useWords()
  const atMost = useMaxLength()
  const client = useQueryClient()
  const switchTo = useOrganizationSwitch()
  const { data } = useQuery(organizationsQuery)
  const { register, handleSubmit, setFocus, control, formState } = useForm<Draft>({
    defaultValues: {
      name: '',
      country: presetCountry(browserTimeZone(), navigator.language) ?? null,
      contact_email: readSessionToken(readToken() ?? '')?.email ?? '',
    },
  })
  const creation = useMutation({
    mutationFn: createOrganization,
    onSuccess: (organization) => {
      addToList(client, organization)
      switchTo(organization.id)
    },
  })
  // After the page title has taken the focus.
  useEffect(() => setFocus('name'), [setFocus])
  const isFirst = data?.organizations.length === 0
  if (data && !data.may_create_organizations) {
    return (
      <div className="mx-auto max-w-100 pt-[6vh]">
        <PageTitle title={t('title')} />
        <p className="mt-1 text-ink-2">{t('closed')}</p>
      </div>
    )
  }

  return (
    <div className="mx-auto max-w-100 pt-[6vh]">
      <PageTitle title={t('title')} />
      <p className="mt-1 text-ink-2">{isFirst ? t('first') : t('intro')}</p>
      <form
        className={cardClass({ className: 'mt-6 grid gap-5' })}
        noValidate
        onSubmit={handleSubmit(({ name, country, contact_email }) => {
          if (country === null) return
          creation.mutate({ name: name.trim(), country, contact_email: contact_email.trim() })
        })}
      >
        <ReadOnly value={creation.isPending}>
          <TextField
            label={t('name')}
            autoComplete="organization"
            error={formState.errors.name?.message}
            {...register('name', {
              maxLength: atMost(100),
              validate: (name) => name.trim() !== '' || t('name_required'),
            })}
          />
          <Controller
            control={control}
            name="country"
            rules={{ required: settings('country_required') }}
            render={({ field, fieldState }) => (
              <CountryField value={field.value} error={fieldState.error?.message} onChange={field.onChange} />
            )}
          />
          <TextField
            label={t('contact_email')}
            hint={t('contact_email_hint')}
            type="email"
            autoComplete="email"
            maxLength={254}
            error={formState.errors.contact_email?.message}
            {...register('contact_email', {
              validate: (email) => isEmail(email) || settings('contact.email_invalid'),
            })}
          />
        </ReadOnly>
        <FormError text={creation.error ? errorText(creation.error, t('failed')) : undefined} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={creation.isPending && t('busy')}>
            {t('submit')}
          </Button>
          {!isFirst && (
            <Link className={buttonClass({ kind: 'quiet' })} to={paths.shifts}>
              {words('cancel')}
            </Link>
          )}
        </div>
      </form>
    </div>
  )
}
