import { assignments } from '@muster/contract/assignments'
import { mayHoldLinks, mayPlan, organizationOf, scopeOf } from '../../access/access.ts'
import { attemptOf } from '../../access/idempotency.ts'
import type { Deps } from '../../deps.ts'
import { handlers } from '../../edge/mount.ts'
import { nameBatch } from '../../edge/name-batch.ts'
import { previewNotices } from '../../outbox/list-notified.ts'
import { assignPeople } from './assign-people.ts'
import { changeStatus } from './change-status.ts'
import { extendExpiration } from './extend-expiration.ts'
import { moveAssignment } from './move-assignment.ts'
import { previewInvitations } from './preview-invitations.ts'
import { removeAssignment } from './remove-assignment.ts'
import { countOpenLinks } from './replace-all-links.ts'
import { readNoticeTarget, replaceLink } from './replace-links.ts'
import { saveAssignments } from './save-assignments.ts'
import { sendInvitations } from './send-invitations.ts'
import { sendInvite } from './send-invite.ts'
import { showAssignment, showShift } from './show-assignment.ts'

export const assignmentRoutes = (deps: Deps) =>
  handlers(assignments, {
    assignPeople: async ({ request, body }) => {
      const attempt = attemptOf(request, { body })
      const assigned = await assignPeople(deps, organizationOf(request), body, attempt)
      return { status: 201, body: { assignments: assigned.map((each) => showAssignment(request, each)) } }
    },

    saveAssignments: async ({ request, reply, params, query, body }) => {
      const is_undoable = query.undoable !== undefined
      const change = { ...body, shift_id: params.id, notify: body.notify ?? true, is_undoable }
      const attempt = attemptOf(request, { params, body })
      const { shift, batch_id } = await saveAssignments(deps, organizationOf(request), change, attempt)
      nameBatch(reply, batch_id ?? undefined)
      return { status: 200, body: showShift(request, shift) }
    },

    deleteAssignment: async ({ request, params, query }) => {
      const which = { id: params.id, notify: query.notify !== 'false' }
      await removeAssignment(deps, organizationOf(request), which)
      return { status: 204, body: undefined }
    },

    moveAssignment: async ({ request, reply, params, body }) => {
      const move = { ...body, id: params.id, notify: body.notify ?? true }
      const attempt = attemptOf(request, { params, body })
      const { assignment, batch_id } = await moveAssignment(deps, organizationOf(request), move, attempt)
      nameBatch(reply, batch_id)
      return { status: 200, body: showAssignment(request, assignment) }
    },

    changeStatus: async ({ request, params, query, body }) => {
      const which = { id: params.id, may_plan: mayPlan(request), notify: query.notify !== 'false' }
      const change = { ...which, ...body }
      const changed = await changeStatus(deps, organizationOf(request), change)
      return { status: 200, body: showAssignment(request, changed) }
    },

    extendExpiration: async ({ request, params, body }) => {
      const extended = await extendExpiration(deps, organizationOf(request), { id: params.id, ...body })
      return { status: 200, body: { success: true, assignment: showAssignment(request, extended) } }
    },

    sendInvite: async ({ request, params, body }) => {
      const attempt = attemptOf(request, { params, body })
      const invite = { id: params.id, ...body }
      const sent = await sendInvite(deps, organizationOf(request), invite, attempt)
      return { status: 200, body: { ...sent, assignment: showAssignment(request, sent.assignment) } }
    },

    sendInvitations: async ({ request, reply, params, body }) => {
      const attempt = attemptOf(request, { params, body })
      const invitations = { ...body, event_id: params.id }
      const { batch_id, failed } = await sendInvitations(deps, organizationOf(request), invitations, attempt)
      nameBatch(reply, batch_id ?? undefined)
      return { status: 201, body: { failed } }
    },

    previewInvitations: async ({ request, params, body }) => {
      const given = { ...body, event_id: params.id }
      const preview = await previewInvitations(deps, organizationOf(request), given)
      return {
        status: 200,
        body: mayHoldLinks(request) ? preview : { ...preview, email: null, sms: null },
      }
    },

    replaceLink: async ({ request, params, body }) => {
      const attempt = attemptOf(request, { params, body })
      const which = { id: params.id, notify: body.notify ?? true }
      const replaced = await replaceLink(deps, organizationOf(request), which, attempt)
      return { status: 200, body: showAssignment(request, replaced) }
    },

    countOpenLinks: async ({ request }) => ({
      status: 200,
      body: {
        links: await deps.db.transaction(organizationOf(request), (tx) => countOpenLinks(tx, deps.now())),
      },
    }),

    previewNotices: async ({ request, body }) => ({
      status: 200,
      body: await deps.db.transaction(organizationOf(request), async (tx) => {
        const target = { ...(await readNoticeTarget(tx, body)), of_event: scopeOf(request).event_id }
        return previewNotices(tx, target, { now: deps.now(), config: deps.config })
      }),
    }),
  })
