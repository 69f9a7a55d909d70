import { conflict, type Refusal } from '../../http/refusal.ts'

type Named = { id: string; first_name: string; last_name: string }

/** D14, said to an administrator: who cannot be at two places at once. */
export function scheduleConflict(person: Named): Refusal {
  return conflict('schedule_conflict', { sentence: 'conflict_of_person', ...about(person) })
}

export function alreadyAssigned(person: Named): Refusal {
  return conflict('already_assigned', about(person))
}

function about({ id, first_name, last_name }: Named) {
  return { person_id: id, name: `${first_name} ${last_name}` }
}
