import type { OwnAnswers } from '@muster/contract/personal-page'
import {
  askedAnswers,
  fitsQuestion,
  type GivenAnswer,
  type Question,
  questionsFor,
} from '@muster/contract/rules/questions'
import type { OrgTx } from '../../db/client.ts'
import { recordAction } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { checkAnswers } from '../answers/check-answers.ts'
import { deleteAnswers, insertAnswers, listAnswers, readAsked } from '../answers/queries.ts'
import { openLink, refuseClosed } from './open-link.ts'
import type { Linked } from './queries.ts'

/** D51. Throws as `getInvitation` does. */
export function getOwnAnswers(deps: Deps, token: string): Promise<OwnAnswers> {
  return openLink(deps, token, async (tx, linked) => {
    refuseClosed(linked, deps.now())
    return readOwn(tx, linked)
  })
}

/** D51. Throws as `getInvitation` does, and refuses as `checkAnswers` does. */
export function changeOwnAnswers(
  deps: Deps,
  token: string,
  answers: readonly GivenAnswer[],
): Promise<OwnAnswers> {
  return openLink(deps, token, async (tx, linked) => {
    const now = deps.now()
    refuseClosed(linked, now)
    const of = ofLink(linked)
    const { questions, role_ids } = await readAsked(tx, of)
    checkAnswers(questions, role_ids, answers)
    const question_ids = questionsFor(questions, role_ids).map(({ id }) => id)
    await deleteAnswers(tx, { ...of, question_ids })
    await insertAnswers(tx, { ...of, answers: askedAnswers(questions, role_ids, answers), at: now })
    await recordAction(tx, {
      action: 'person.changed',
      at: now,
      event_id: of.event_id,
      person_ids: [of.person_id],
      fields: ['answers'],
    })
    return readOwn(tx, linked)
  })
}

const ofLink = ({ recipient, shift }: Linked) => ({
  person_id: recipient.id,
  event_id: shift.role.event.id,
})

async function readOwn(tx: OrgTx, linked: Linked): Promise<OwnAnswers> {
  const of = ofLink(linked)
  const { questions, role_ids } = await readAsked(tx, of)
  const asked = questionsFor(questions, role_ids)
  const answers = await listAnswers(tx, of)
  const fits = (question_id: string, value: GivenAnswer['value']) => {
    const question: Question | undefined = asked.find(({ id }) => id === question_id)
    return question !== undefined && fitsQuestion(question, value)
  }
  return {
    organization: linked.organization,
    questions: asked,
    answers: answers.flatMap(({ question_id, value }) =>
      fits(question_id, value) ? { question_id, value } : [],
    ),
  }
}
