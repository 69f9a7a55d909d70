import { lazy, Suspense } from 'react'
import { Outlet, Route, Routes } from 'react-router'
import { OrganizationScope } from '../features/organizations/organization-scope.tsx'
import { RequireRight } from '../features/organizations/require-right.tsx'
import { paths, screens } from '../paths.ts'
import { RequireNoSession, RequireSession } from './guards.tsx'
import { Layout } from './layout.tsx'
import { NotFoundPage } from './not-found-page.tsx'

const LoginPage = lazy(() => import('../features/session/login-page.tsx'))
const AccountSettingsPage = lazy(() => import('../features/session/account-settings-page.tsx'))
const SecurityPage = lazy(() => import('../features/factors/security-page.tsx'))
const RequestPasswordResetPage = lazy(() => import('../features/session/request-password-reset-page.tsx'))
const ResetPasswordPage = lazy(() => import('../features/session/reset-password-page.tsx'))
const DashboardPage = lazy(() => import('../features/dashboard/dashboard-page.tsx'))
const PeoplePage = lazy(() => import('../features/people/people-page.tsx'))
const EventsPage = lazy(() => import('../features/events/events-page.tsx'))
const BroadcastPage = lazy(() => import('../features/broadcasts/broadcast-page.tsx'))
const ReportsPage = lazy(() => import('../features/reports/reports-page.tsx'))
const NewOrganizationPage = lazy(() => import('../features/organizations/creation/new-organization-page.tsx'))
const OrganizationSettingsPage = lazy(
  () => import('../features/organizations/organization-settings-page.tsx'),
)
const MembersPage = lazy(() => import('../features/members/members-page.tsx'))
const EndOrganizationPage = lazy(() => import('../features/members/end-organization-page.tsx'))
const JoinPage = lazy(() => import('../features/members/join-page.tsx'))
const LogPage = lazy(() => import('../features/log/log-page.tsx'))
const NoticesPage = lazy(() => import('../features/organizations/notices-page.tsx'))
const SettingsLayout = lazy(() => import('./settings-layout.tsx'))
const ApiKeysPage = lazy(() => import('../features/api-keys/api-keys-page.tsx'))

/** Lists the routes in the order of the specification's table. The volunteer's pages are another document. */
export function Router() {
  return (
    <Suspense fallback={null}>
      <Routes>
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
              <Route path={screens.events} element={<EventsPage />} />
              <Route element={<RequireRight right="send" />}>
                <Route path={screens.broadcast} element={<BroadcastPage />} />
              </Route>
              <Route path={screens.reports} element={<ReportsPage />} />
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
      </Routes>
    </Suspense>
  )
}
