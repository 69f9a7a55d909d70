import { keepInHistory, readFromHistory } from '../../../ui/hooks/navigation.ts'
import { $remembered, keepRemembered } from '../../events/remembered.ts'
import { isTicket, TICKET } from '../use-signup.ts'

/** Lets what this browser keeps follow a corrected address: the ticket of the sign-up, and what it remembers (D45). */
export function keepCorrected({
  from,
  to,
  keys,
}: {
  from: string
  to: string
  keys: readonly string[]
}): void {
  const ticket = readFromHistory(TICKET)
  if (isTicket(ticket)) {
    const { answer, person } = ticket
    const remembered = $remembered.get()
    // Another person may have signed up with the address of the remembered person.
    if (remembered?.person.email === from && remembered.person.first_name === person.first_name)
      keepRemembered({ ...remembered, person: { ...remembered.person, email: to } })
    const signed_up = answer.signed_up.map((each, at) => ({ ...each, correction_key: keys[at] ?? '' }))
    keepInHistory(TICKET, { ...ticket, answer: { ...answer, signed_up }, person: { ...person, email: to } })
  }
}
