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
    const signed_up = answer.signed_up.map((each, at) => ({ ...each, correction_key: keys[at] ?? '' }))
    keepInHistory(TICKET, { ...ticket, answer: { ...answer, signed_up }, person: { ...person, email: to } })
  }
  const remembered = $remembered.get()
  if (remembered?.person.email === from)
    keepRemembered({ ...remembered, person: { ...remembered.person, email: to } })
}
