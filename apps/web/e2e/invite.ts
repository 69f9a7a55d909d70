import { awaitMessage, type Page } from './journey.ts'
import { addPerson, assign, findAssignment, planEvent } from './plan.ts'
import { callApi } from './session.ts'

type Invited = { event_id: string; shift_id: string; link: string; email: string }

/** What an organiser does before somebody is asked: an event, a shift, a person, an invitation; by the api, quickly. */
export async function inviteSomebody({ request }: Page, language: 'en' | 'sv'): Promise<Invited> {
  const { event_id, shift_ids } = await planEvent(request, 'Midsommar', [['10:00', '14:00']])
  const [shift_id = ''] = shift_ids
  const email = `bjorn.${Date.now()}${language}@example.org`
  await assign(request, shift_id, await addPerson(request, 'Björn', { last_name: 'Ek', email }))
  const { id } = await findAssignment(request, event_id)
  await callApi(request, `/admin/assignments/${id}/send-invite`, { data: { method: 'EMAIL' } })
  const { text } = await awaitMessage(request, email)
  const link = /https?:\/\/\S+(\/c\/[\w-]{43})/.exec(text)?.[1] ?? ''
  return { event_id, shift_id, link, email }
}
