import { lazy, Suspense } from 'react'
import { Outlet, Route, Routes } from 'react-router'
import { OrganizationScope } from '../desk/organizations/organization-scope.tsx'
import { NoRight, RequireRight } from '../desk/organizations/require-right.tsx'
import { paths, screens } from '../paths.ts'
import { RequireNoSession, RequireSession } from './guards.tsx'
import { Layout } from './layout.tsx'
import { NotFoundPage } from './not-found-page.tsx'

const LoginPage = lazy(() => import('../desk/session/login-page.tsx'))
const AccountSettingsPage = lazy(() => import('../desk/session/account-settings-page.tsx'))
const SecurityPage = lazy(() => import('../desk/factors/security-page.tsx'))
const RequestPasswordResetPage = lazy(() => import('../desk/session/request-password-reset-page.tsx'))
const ResetPasswordPage = lazy(() => import('../desk/session/reset-password-page.tsx'))
const DashboardPage = lazy(() => import('../desk/dashboard/dashboard-page.tsx'))
const PeoplePage = lazy(() => import('../desk/people/people-page.tsx'))
const EventsPage = lazy(() => import('../desk/events/events-page.tsx'))
const LinkPage = lazy(() => import('../desk/events/first/link-page.tsx'))
const EventPage = lazy(() => import('../desk/event-page/event-page.tsx'))
const BroadcastPage = lazy(() => import('../desk/broadcasts/broadcast-page.tsx'))
const ReportsPage = lazy(() => import('../desk/reports/reports-page.tsx'))
const NewOrganizationPage = lazy(() => import('../desk/organizations/creation/new-organization-page.tsx'))
const OrganizationSettingsPage = lazy(() => import('../desk/organizations/organization-settings-page.tsx'))
const MembersPage = lazy(() => import('../desk/members/members-page.tsx'))
const EndOrganizationPage = lazy(() => import('../desk/members/end-organization-page.tsx'))
const JoinPage = lazy(() => import('../desk/members/join-page.tsx'))
const LogPage = lazy(() => import('../desk/log/log-page.tsx'))
const NoticesPage = lazy(() => import('../desk/organizations/notices-page.tsx'))
const SettingsLayout = lazy(() => import('./settings-layout.tsx'))
const ApiKeysPage = lazy(() => import('../desk/api-keys/api-keys-page.tsx'))

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
              <Route path={screens.eventLink} element={<LinkPage />} />
              <Route
                path={screens.event}
                element={<EventPage notFound={<NotFoundPage />} noRight={<NoRight />} />}
              />
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
