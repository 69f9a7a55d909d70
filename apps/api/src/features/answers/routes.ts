import { answers } from '@muster/contract/answers'
import { organizationOf } from '../../access/access.ts'
import type { Deps } from '../../deps.ts'
import { handlers } from '../../edge/mount.ts'
import { notFound } from '../../edge/refusal.ts'
import { hasEvent, hasPerson, listAnswers } from './queries.ts'

export const answerRoutes = (deps: Deps) =>
  handlers(answers, {
    listAnswersOfEvent: async ({ request, params: { id: event_id } }) => ({
      status: 200,
      body: await deps.db.transaction(organizationOf(request), async (tx) => {
        if (!(await hasEvent(tx, event_id))) throw notFound('event_not_found')
        return listAnswers(tx, { event_id })
      }),
    }),

    listAnswersOfPerson: async ({ request, params: { id: person_id } }) => ({
      status: 200,
      body: await deps.db.transaction(organizationOf(request), async (tx) => {
        if (!(await hasPerson(tx, person_id))) throw notFound('person_not_found')
        return listAnswers(tx, { person_id })
      }),
    }),
  })
