import { awaitMessage, type Page } from './journey.ts'
import { addPerson, assign, planEvent } from './plan.ts'
import { callApi } from './session.ts'

type Invited = { email: string; event_id: string; shift_id: string; link: string }

export async function inviteSomebody({ request }: Page): Promise<Invited> {
  const { event_id, shift_ids } = await planEvent(request, 'Midsommar', [['10:00', '14:00']])
  const [shift_id = ''] = shift_ids
  const person = await addPerson(request, 'Björn', { last_name: 'Ek' })
  const { id } = await assign(request, shift_id, person)
  await callApi(request, `/admin/assignments/${id}/send-invite`, { data: { method: 'EMAIL' } })
  const { text } = await awaitMessage(request, person.email)
  const link = /https?:\/\/\S+(\/c\/[\w-]{43})/.exec(text)?.[1] ?? ''
  return { email: person.email, event_id, shift_id, link }
}
