import type { ReactNode } from 'react'
import { PageTitle } from '../../ui/page/page-title.tsx'
import { OrganizationSettingsForm } from './organization-settings-form.tsx'
import { useText } from './texts.ts'
import { useOrganization } from './use-organization.ts'

/** `children`: sections of other features. */
export default function OrganizationSettingsPage({ children }: { children: ReactNode }) {
  const t = useText()
  const organization = useOrganization()
  if (!organization) return null
  return (
    <div className="mx-auto max-w-[640px]">
      <PageTitle title={t('settings.title')} />
      <p className="mt-1 text-ink-2">{t('settings.intro', { name: organization.name })}</p>
      <OrganizationSettingsForm organization={organization} />
      {children}
    </div>
  )
}
