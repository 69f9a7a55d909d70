import type { Organization } from '@muster/contract/organizations'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { errorText } from '../../api/api-error.ts'
import { chooseOrganization } from '../../api/current-organization.ts'
import { paths, screens } from '../../paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { cardClass } from '../../ui/page/card.ts'
import { SettingsPage } from '../../ui/page/settings-page.tsx'
import { textLinkClass } from '../../ui/page/text-link.ts'
import { removeFromList } from '../organizations/api.ts'
import { DownloadEverything } from '../organizations/download-everything.tsx'
import { useOrganization } from '../organizations/use-organization.ts'
import { endOrganization } from './api.ts'
import { useText } from './texts.ts'

export default function EndOrganizationPage() {
  const t = useText()
  const organization = useOrganization()
  if (!organization) return null
  const { name } = organization
  return (
    <SettingsPage title={t('end.title', { organization: name })} intro={t('end.intro')}>
      <section className={cardClass({ className: 'grid max-w-160 gap-4' })}>
        <h2 className="text-h3">{t('end.what')}</h2>
        <ul className="grid list-disc gap-2 pl-5">
          <li>{t('end.shifts')}</li>
          <li>{t('end.members')}</li>
          <li>{t('end.keys')}</li>
          <li>{t('end.data')}</li>
        </ul>
        <p>{t('end.keep')}</p>
        <DownloadEverything name={name} label={t('end.download')} />
        <p className="flex flex-wrap gap-4">
          <Link className={textLinkClass} to={paths.reports}>
            {t('end.reports')}
          </Link>
          <Link className={textLinkClass} to={paths.log}>
            {t('end.log')}
          </Link>
        </p>
      </section>
      <EndForm organization={organization} />
    </SettingsPage>
  )
}

function EndForm({ organization: { id, name } }: { organization: Organization }) {
  const t = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { register, handleSubmit, formState } = useForm<{ typed: string }>()
  const end = useMutation({
    mutationFn: () => endOrganization(name),
    onSuccess: () => {
      showToast(t('end.done', { organization: name }))
      removeFromList(client, id)
      chooseOrganization(null)
      void navigate(screens.shifts, { replace: true })
    },
  })
  const problem = end.error ? errorText(end.error, t('end.failed')) : undefined
  return (
    <form
      className={cardClass({ className: 'grid max-w-160 justify-items-start gap-4' })}
      noValidate
      onSubmit={handleSubmit(() => end.mutate())}
    >
      <TextField
        label={t('end.name')}
        hint={t('end.name_hint', { organization: name })}
        autoComplete="off"
        spellCheck={false}
        className="w-full"
        error={formState.errors.typed?.message}
        {...register('typed', {
          validate: (typed) => typed.normalize().trim() === name || t('end.name_differs'),
        })}
      />
      <FormError text={problem} className="" />
      <Button type="submit" kind="danger" className="wrap-anywhere" busy={end.isPending && t('end.busy')}>
        {t('end.submit', { organization: name })}
      </Button>
    </form>
  )
}
