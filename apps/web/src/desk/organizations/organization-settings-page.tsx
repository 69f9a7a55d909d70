import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { cardClass } from '../../ui/page/card.ts'
import { SettingsPage } from '../../ui/page/settings-page.tsx'
import { textLinkClass } from '../../ui/page/text-link.ts'
import { DownloadEverything } from './download-everything.tsx'
import { LogoCard } from './logo-card.tsx'
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
      <LogoCard organization={organization} />
      <section className={cardClass({ className: 'grid max-w-160 gap-4' })}>
        <h2 className="text-h3">{t('export.title')}</h2>
        <DownloadEverything name={organization.name} label={t('export.everything')} />
      </section>
      <p>
        <Link className={textLinkClass} to={paths.endOrganization}>
          {t('settings.end')}
        </Link>
      </p>
    </SettingsPage>
  )
}
