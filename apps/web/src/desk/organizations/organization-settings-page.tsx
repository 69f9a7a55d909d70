import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { SettingsPage } from '../../ui/page/settings-page.tsx'
import { textLinkClass } from '../../ui/page/text-link.ts'
import { OrganizationSettingsForm } from './organization-settings-form.tsx'
import { useText } from './texts.ts'
import { useOrganization } from './use-organization.ts'

export default function OrganizationSettingsPage() {
  const t = useText()
  const organization = useOrganization()
  if (!organization) return null
  return (
    <SettingsPage title={t('settings.title')} intro={t('settings.intro', { name: organization.name })}>
      <OrganizationSettingsForm organization={organization} />
      <p>
        <Link className={textLinkClass} to={paths.endOrganization}>
          {t('settings.end')}
        </Link>
      </p>
    </SettingsPage>
  )
}
