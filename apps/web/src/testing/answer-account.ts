import { answer } from './answers.ts'

/** Answers the account, whose name every page of the organiser reads. */
export function answerAccount(): void {
  answer('session', 'getAccount', {
    email: 'anna@example.org',
    name: null,
    ends_at: null,
    password_changed_at: null,
  })
}
