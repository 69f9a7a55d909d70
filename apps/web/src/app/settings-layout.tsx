import { rightsOfRole } from '@muster/contract/rules/member-role'
import { useStore } from '@nanostores/react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { NavLink, Outlet, useLocation, useNavigate } from 'react-router'
import { useOrganization } from '../desk/organizations/use-organization.ts'
import { accountQuery } from '../desk/session/account-api.ts'
import { $session } from '../desk/session/session-state.ts'
import { paths } from '../paths.ts'
import { SelectBox } from '../ui/controls/native-select.tsx'
import { useIsWide } from '../ui/hooks/use-is-wide.ts'
import { leavePage } from '../ui/hooks/use-leave-guard.ts'
import { useText } from './texts.ts'

type Group = { title: string; pages: { path: string; label: string }[] }

export default function SettingsLayout() {
  const isWide = useIsWide()
  const groups = useGroups()
  return (
    <div className="grid grid-cols-1 gap-x-12 gap-y-4 desktop:grid-cols-[200px_minmax(0,1fr)]">
      {isWide ? <SettingsList groups={groups} /> : <SettingsSelect groups={groups} />}
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
    </div>
  )
}

function SettingsList({ groups }: { groups: Group[] }) {
  const t = useText()
  return (
    <nav aria-label={t('settings.list')} className="print:hidden">
      {groups.map(({ title, pages }) => (
        <section key={title} className="mb-5">
          <h2 className="px-3 text-meta font-semibold text-ink-3">{title}</h2>
          <ul>
            {pages.map(({ path, label }) => (
              <li key={path}>
                <NavLink
                  end
                  to={path}
                  className="flex min-h-11 items-center rounded-control px-3 font-semibold text-ink-2 no-underline hover:text-ink current:bg-primary-soft current:text-primary forced-colors:current:underline"
                >
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

function SettingsSelect({ groups }: { groups: Group[] }) {
  const t = useText()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const shown = groups.flatMap(({ pages }) => pages).find(({ path }) => path.split('?')[0] === pathname)
  return (
    <SelectBox
      aria-label={t('settings.list')}
      className="print:hidden"
      value={shown?.path ?? ''}
      onChange={({ target: { value } }) => leavePage(() => void navigate(value))}
    >
      {/* A page that is not in the list: otherwise the first one looks chosen, and cannot be chosen. */}
      {!shown && (
        <option value="" hidden>
          {t('settings.list')}
        </option>
      )}
      {groups.map(({ title, pages }) => (
        <optgroup key={title} label={title}>
          {pages.map(({ path, label }) => (
            <option key={path} value={path}>
              {label}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectBox>
  )
}

/** To add a page of the settings, add a row here and a `Route` in router.tsx. */
function useGroups(): Group[] {
  const t = useText()
  const organization = useOrganization()
  const session = useStore($session)
  const { data: account } = useQuery(accountQuery())
  const rights = organization ? rightsOfRole[organization.role] : []
  const members = { path: paths.members, label: t('settings.members') }
  const ofOrganization = organization && {
    title: organization.name,
    pages: [
      ...(rights.includes('manage')
        ? [
            { path: paths.organizationSettings, label: t('settings.general') },
            members,
            { path: paths.apiKeys, label: t('settings.api_keys') },
            { path: paths.log, label: t('settings.log') },
          ]
        : [members]),
      ...(rights.includes('plan') ? [{ path: paths.notices, label: t('settings.notices') }] : []),
    ],
  }
  const ofAccount = {
    title: account?.name ?? (session.status === 'signed-in' ? session.user.email : ''),
    pages: [
      { path: paths.account, label: t('settings.details') },
      { path: paths.security, label: t('settings.security') },
    ],
  }
  return ofOrganization ? [ofOrganization, ofAccount] : [ofAccount]
}
