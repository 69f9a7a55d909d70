import { isValidElement, Suspense } from 'react'
import {
  createRoutesFromElements,
  matchRoutes,
  Outlet,
  Route,
  type RouteObject,
  useRoutes,
} from 'react-router'
import { OrganizationScope } from '../desk/organizations/organization-scope.tsx'
import { NoRight, RequireRight } from '../desk/organizations/require-right.tsx'
import { paths, screens } from '../paths.ts'
import { isPart, lazyPart } from '../ui/page/lazy-part.tsx'
import { RequireNoSession, RequireSession } from './guards.tsx'
import { Layout } from './layout.tsx'
import { NotFoundPage } from './not-found-page.tsx'

const LoginPage = lazyPart(() => import('../desk/session/login-page.tsx'))
const AccountSettingsPage = lazyPart(() => import('../desk/session/account-settings-page.tsx'))
const SecurityPage = lazyPart(() => import('../desk/factors/security-page.tsx'))
const RequestPasswordResetPage = lazyPart(() => import('../desk/session/request-password-reset-page.tsx'))
const ResetPasswordPage = lazyPart(() => import('../desk/session/reset-password-page.tsx'))
const DashboardPage = lazyPart(() => import('../desk/dashboard/dashboard-page.tsx'))
const PeoplePage = lazyPart(() => import('../desk/people/people-page.tsx'))
const DuplicatesPage = lazyPart(() => import('../desk/duplicates/duplicates-page.tsx'))
const PersonPage = lazyPart(() => import('../desk/person-page/person-page.tsx'))
const ImportPage = lazyPart(() => import('../desk/people/import/import-page.tsx'))
const EventsPage = lazyPart(() => import('../desk/events/events-page.tsx'))
const LinkPage = lazyPart(() => import('../desk/events/first/link-page.tsx'))
const EventPage = lazyPart(() => import('../desk/event-page/event-page.tsx'))
const BroadcastPage = lazyPart(() => import('../desk/broadcasts/broadcast-page.tsx'))
const HoursPage = lazyPart(() => import('../desk/hours/hours-page.tsx'))
const CertificatesPage = lazyPart(() => import('../desk/hours/certificates-page.tsx'))
const ListsPage = lazyPart(() => import('../desk/reports/lists/lists-page.tsx'))
const ReportsPage = lazyPart(() => import('../desk/reports/reports-page.tsx'))
const NewOrganizationPage = lazyPart(() => import('../desk/organizations/creation/new-organization-page.tsx'))
const OrganizationSettingsPage = lazyPart(
  () => import('../desk/organizations/organization-settings-page.tsx'),
)
const MembersPage = lazyPart(() => import('../desk/members/members-page.tsx'))
const EndOrganizationPage = lazyPart(() => import('../desk/members/end-organization-page.tsx'))
const JoinPage = lazyPart(() => import('../desk/members/join-page.tsx'))
const LogPage = lazyPart(() => import('../desk/log/log-page.tsx'))
const NoticesPage = lazyPart(() => import('../desk/organizations/notices-page.tsx'))
const SettingsLayout = lazyPart(() => import('./settings-layout.tsx'))
const ApiKeysPage = lazyPart(() => import('../desk/api-keys/api-keys-page.tsx'))

/** In the order of the specification's table. The volunteer's pages are another document. */
const routes = createRoutesFromElements(
  <>
    <Route element={<RequireNoSession />}>
      <Route path={paths.login} element={<LoginPage />} />
    </Route>
    <Route path={paths.requestPasswordReset} element={<RequestPasswordResetPage />} />
    <Route path={paths.resetPassword} element={<ResetPasswordPage />} />
    <Route path={screens.join} element={<JoinPage />} />
    <Route element={<RequireSession />}>
      <Route
        element={
          <Layout>
            <Outlet />
          </Layout>
        }
      >
        <Route element={<OrganizationScope />}>
          <Route path={screens.shifts} element={<DashboardPage />} />
          <Route path={screens.people} element={<PeoplePage />} />
          <Route element={<RequireRight right="plan" />}>
            <Route path={screens.importPeople} element={<ImportPage />} />
            <Route path={screens.duplicates} element={<DuplicatesPage />} />
          </Route>
          <Route element={<RequireRight right="read" />}>
            <Route path={screens.person} element={<PersonPage />} />
          </Route>
          <Route path={screens.events} element={<EventsPage />} />
          <Route path={screens.eventLink} element={<LinkPage />} />
          <Route
            path={screens.event}
            element={<EventPage notFound={<NotFoundPage />} noRight={<NoRight />} />}
          />
          <Route element={<RequireRight right="send" />}>
            <Route path={screens.broadcast} element={<BroadcastPage />} />
          </Route>
          <Route path={screens.reports} element={<ReportsPage />} />
          <Route path={screens.lists} element={<ListsPage />} />
          <Route element={<RequireRight right="read" />}>
            <Route path={screens.hours} element={<HoursPage />} />
            <Route path={screens.certificates} element={<CertificatesPage />} />
          </Route>
          <Route element={<SettingsLayout />}>
            <Route element={<RequireRight right="manage" />}>
              <Route path={screens.organizationSettings} element={<OrganizationSettingsPage />} />
              <Route path={screens.endOrganization} element={<EndOrganizationPage />} />
              <Route path={screens.apiKeys} element={<ApiKeysPage />} />
              <Route path={screens.log} element={<LogPage />} />
            </Route>
            <Route path={screens.members} element={<MembersPage />} />
            <Route element={<RequireRight right="plan" />}>
              <Route path={screens.notices} element={<NoticesPage />} />
            </Route>
          </Route>
        </Route>
        <Route element={<SettingsLayout />}>
          <Route path={screens.account} element={<AccountSettingsPage />} />
          <Route path={screens.security} element={<SecurityPage />} />
        </Route>
        <Route path={screens.newOrganization} element={<NewOrganizationPage />} />
      </Route>
    </Route>
    <Route path="*" element={<NotFoundPage />} />
  </>,
)

// The first page loads while the session and the organization are read.
for (const { route } of matchRoutes(routes, location.pathname) ?? []) loadAhead(route)

function loadAhead({ element }: RouteObject): void {
  // A failed load fails again at rendering.
  if (isValidElement(element) && isPart(element.type)) element.type.load().catch(() => undefined)
}

export function Router() {
  return <Suspense fallback={null}>{useRoutes(routes)}</Suspense>
}
