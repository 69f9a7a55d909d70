import { assignments } from '@muster/contract/assignments'
import type { Deps } from '../../deps.ts'
import { mayHoldLinks, organizationOf } from '../../http/access.ts'
import { handlers } from '../../http/mount.ts'
import { countTold } from '../../outbox/list-told.ts'
import { assignPeople } from './assign-people.ts'
import { changeStatus } from './change-status.ts'
import { extendExpiration } from './extend-expiration.ts'
import { removeAssignment } from './remove-assignment.ts'
import { replaceLink } from './replace-links.ts'
import { saveAssignments } from './save-assignments.ts'
import { sendInvite } from './send-invite.ts'

export const assignmentRoutes = (deps: Deps) =>
  handlers(assignments, {
    assignPeople: async ({ request, body }) => ({
      status: 201,
      body: { assignments: await assignPeople(deps, organizationOf(request), body) },
    }),

    saveAssignments: async ({ request, params, body: { notify = true, ...change } }) => ({
      status: 200,
      body: await saveAssignments(deps, organizationOf(request), { shift_id: params.id, notify, ...change }),
    }),

    deleteAssignment: async ({ request, params, query }) => {
      const which = { id: params.id, notify: query.notify !== 'false' }
      await removeAssignment(deps, organizationOf(request), which)
      return { status: 204, body: undefined }
    },

    changeStatus: async ({ request, params, body }) => ({
      status: 200,
      body: await changeStatus(deps, organizationOf(request), { id: params.id, ...body }),
    }),

    extendExpiration: async ({ request, params, body }) => ({
      status: 200,
      body: {
        success: true,
        assignment: await extendExpiration(deps, organizationOf(request), { id: params.id, ...body }),
      },
    }),

    sendInvite: async ({ request, params, body }) => {
      const sent = await sendInvite(deps, organizationOf(request), { id: params.id, ...body })
      const { token: _, ...assignment } = sent.assignment
      return { status: 200, body: mayHoldLinks(request) ? sent : { ...sent, assignment } }
    },

    replaceLink: async ({ request, params, body: { notify = true } }) => ({
      status: 200,
      body: await replaceLink(deps, organizationOf(request), { id: params.id, notify }),
    }),

    previewNotices: async ({ request, body }) => ({
      status: 200,
      body: await deps.db.transaction(organizationOf(request), async (tx) => ({
        told: await countTold(tx, body, { now: deps.now(), config: deps.config }),
      })),
    }),
  })
