import contract from '@muster/contract/texts/en'
import { expect, it } from 'vitest'
import { en as app } from '../app/texts.ts'
import { en as assignments } from '../desk/assignments/texts.ts'
import { en as broadcasts } from '../desk/broadcasts/texts.ts'
import { en as dashboard } from '../desk/dashboard/texts.ts'
import { en as editor } from '../desk/events/editor-texts.ts'
import { en as events } from '../desk/events/texts.ts'
import { en as organizationCreation } from '../desk/organizations/creation/texts.ts'
import { en as organizations } from '../desk/organizations/texts.ts'
import { en as people } from '../desk/people/texts.ts'
import { en as reports } from '../desk/reports/texts.ts'
import { en as session } from '../desk/session/texts.ts'
import { en as shiftForm } from '../desk/shifts/form/texts.ts'
import { en as shifts } from '../desk/shifts/texts.ts'
import { en as publicEvent } from '../volunteer/events/texts.ts'
import { en as invitations } from '../volunteer/personal-page/texts.ts'
import { en as signup, sv as swedishSignup } from '../volunteer/signup/texts.ts'
import shared from './en.ts'

/** Sentences that the specification gives word for word, with every text that must be equal to them. */
it.each<[sentence: string, ...texts: string[]]>([
  // navigation
  ['Shifts', app.shifts, dashboard.title],
  ['People', app.people, people.title],
  ['Events', app.events, events.title],
  ['Reports', app.reports, reports.title],

  // session
  ['Sign in to your account', session.login.title],
  ['Forgot password?', session.login.forgot],
  ['Signing in...', session.login.busy],
  ['Login failed', session.login.failed],
  ['Invalid or expired token', session.login.token_invalid],
  ['Invalid response format - no token received', session.login.token_missing],
  ['Send reset link', session.request.submit],
  ['Sending...', session.request.busy],
  ['If an account with that email exists, a password reset link has been sent.', session.request.sent],
  ['Failed to send reset email.', session.request.failed],
  ['Reset password', session.reset.submit],
  ['Resetting...', session.reset.busy],
  ['Password reset! Redirecting to login...', session.reset.done],
  ['Failed to reset password. The link may be invalid or expired.', session.reset.failed],
  ['Invalid or missing reset token.', session.reset.token_missing],

  // organizations
  ['Create Organization', organizationCreation.submit],
  ['Creating...', organizationCreation.busy],
  ['Failed to create organization', organizationCreation.failed],
  [
    'Organization name is required',
    organizationCreation.name_required,
    organizations.settings.name_required,
    contract.issues.organization_name,
  ],

  // dashboard
  ['Failed to fetch data', dashboard.fetch_failed, organizations.failed_to_fetch, reports.errors.fetch],
  ['Failed to refresh shifts data', dashboard.refresh_failed],
  ['Failed to create shift', shiftForm.create_failed],
  ['Failed to update shift', shiftForm.update_failed],
  ['Failed to delete shift', shifts.errors.delete],
  ['Schedule conflict detected for {{name}}', assignments.errors.conflict],
  ['Failed to assign volunteers', assignments.errors.assign],
  ['Failed to remove assignment', assignments.errors.remove],
  ['Failed to extend expiration date', assignments.errors.extend],
  ['Failed to send invitation', assignments.errors.send],
  ['Pending save', assignments.pending_save],
  ['Removal pending', assignments.removal_pending],

  // people and events
  ['Failed to fetch people', people.errors.fetch, assignments.errors.people],
  ['Failed to save person', people.errors.save, assignments.errors.phone],
  ['Failed to delete person', people.errors.delete],
  ['Failed to fetch events', events.errors.fetch],
  ['Failed to save event', events.errors.save],
  ['Failed to update event', events.errors.update],
  ['Failed to delete event', events.errors.delete],
  ['Failed to create role', editor.errors.create_role],
  ['Failed to update role', editor.errors.update_role],
  ['Error deleting role', editor.errors.delete_role],
  ['Error: {{message}}', events.error],

  // broadcasts
  ['No event selected for broadcast', broadcasts.errors.no_event],
  ['Please select at least one volunteer group', broadcasts.errors.no_group],
  ['Please enter a message to send', broadcasts.errors.no_message],
  ['An error occurred while sending the message', broadcasts.errors.general],

  // reports
  ['Back to Reports', reports.back],
  ['All Events', reports.chooser.all],
  ['Generate Report', reports.chooser.generate],
  ['Change Event', reports.change],
  ['Print', reports.print],
  ['Time', reports.time],
  ['Role', reports.role],
  ['Volunteers', reports.volunteers],
  ['Status', reports.status],
  ['Role Descriptions', reports.roles],

  // personal link
  ['Error: {{text}}', invitations.error],
  ['This link has expired. Please contact the organizer.', invitations.errors.expired],
  ['This link is invalid or no longer exists.', invitations.errors.invalid],
  ['Invalid link', invitations.errors.invalid_link],
  ['Failed to load assignment details', invitations.errors.load],
  ['Failed to process response', invitations.errors.process],

  // public event and sign-up
  ['Full', publicEvent.full],
  ['Invalid event link', publicEvent.errors.invalid_link],
  ['Failed to load event details', publicEvent.errors.load],
  ['Failed to load shift details', signup.errors.load],
  ['Shift not found', signup.errors.shift_not_found],
  ['Failed to process your signup', signup.errors.failed],
  ['Leading zero will be automatically removed', signup.phone_hint],
  ['Accept & Close', signup.accept_and_close],
  ['Close', shared.close],
  ['Add to calendar', signup.done.calendar, invitations.calendar],

  // live feed
  ['Connection error. Unable to receive live updates.', shared.errors.live],
  ['Failed to connect to realtime service. Please refresh the page', shared.errors.live_refused],
  ['Unable to establish real-time connection after {{attempts}} attempts', shared.errors.live_lost],
])('%s', (sentence, ...texts) => {
  for (const text of texts) expect(text).toBe(sentence)
})

it('keeps the specified Swedish phone hint within its own', () => {
  expect(swedishSignup.phone_hint).toContain('Inledande nolla tas bort automatiskt')
})
