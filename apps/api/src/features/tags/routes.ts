import { tags } from '@muster/contract/tags'
import { organizationOf } from '../../access/access.ts'
import type { Deps } from '../../deps.ts'
import { handlers } from '../../edge/mount.ts'
import { listTags } from './queries.ts'
import { removeTag, renameTag, tagPeople } from './save-tags.ts'

export const tagRoutes = (deps: Deps) =>
  handlers(tags, {
    listTags: async ({ request }) => ({
      status: 200,
      body: await deps.db.transaction(organizationOf(request), (tx) => listTags(tx)),
    }),

    renameTag: async ({ request, params: { id }, body: { name } }) => ({
      status: 200,
      body: await renameTag(deps, organizationOf(request), { id, name }),
    }),

    deleteTag: async ({ request, params: { id } }) => {
      await removeTag(deps, organizationOf(request), id)
      return { status: 204, body: undefined }
    },

    tagPeople: async ({ request, body }) => {
      await tagPeople(deps, organizationOf(request), body)
      return { status: 204, body: undefined }
    },
  })
