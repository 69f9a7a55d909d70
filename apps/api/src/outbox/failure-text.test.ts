import { describe, expect, test } from 'vitest'
import { failureText } from './failure-text.ts'

describe('why a message did not go out', () => {
  test.each([
    [null, null, null],
    [
      'number_not_allowed',
      'SMS to satellite and premium-rate numbers are not switched on. Please tell whoever runs Muster for you.',
      'Sms till satellit- och betalnummer är inte påslagna. Säg till den som driver Muster åt er.',
    ],
    ['person_deleted', 'They were removed before this was sent.', 'Personen togs bort innan det skickades.'],
    [
      'no_answer',
      'The sending service did not answer, so it is not known whether it arrived.',
      'Tjänsten som skickar svarade inte, så det är okänt om det kom fram.',
    ],
    [
      'Twilio: undelivered (30003)',
      'The phone could not be reached. (Twilio 30003)',
      'Telefonen gick inte att nå. (Twilio 30003)',
    ],
    [
      "Twilio answered 400 (21211): Invalid 'To' Phone Number: +46700",
      'The phone number does not exist. (Twilio 21211)',
      'Telefonnumret finns inte. (Twilio 21211)',
    ],
    // No pattern matches, so the refusal is quoted.
    [
      'Twilio: failed (30008)',
      'It was refused: Twilio: failed (30008)',
      'Det togs inte emot: Twilio: failed (30008)',
    ],
    ['constructor', 'It was refused: constructor', 'Det togs inte emot: constructor'],
    ['refused', 'It was refused: refused', 'Det togs inte emot: refused'],
  ])('%j', (reason, en, sv) => {
    expect([failureText(reason, 'en'), failureText(reason, 'sv')]).toEqual([en, sv])
  })

  test.each([
    ['Twilio: undelivered (30006)', /landline/],
    ['Twilio answered 400 (21408): Permission to send an SMS has not been enabled', /country/],
    ['Twilio answered 401 (20003): Authenticate', /whoever runs/],
    ['Twilio: undelivered (30007)', /blocked/],
    ['Twilio: undelivered (21610)', /do not want/],
    ['Twilio is asked too much.', /too much/],
    ['SendGrid answered 429: too many requests', /too much/],
    ['SendGrid answered 403: ', /whoever runs/],
    ['SendGrid answered 400: Does not contain a valid address.', /does not exist/],
    ['550 5.1.1 The email account that you tried to reach does not exist.', /address does not exist/],
    ['500 unknown recipient', /address does not exist/],
    ['Bounced Address', /address does not exist/],
    ['Unsubscribed Address', /do not want/],
    ['452 4.2.2 The email account that you tried to reach is over quota', /full/],
    ['550 5.7.1 Message rejected due to content policy', /blocked/],
    ['blocked', /blocked/],
    ["Can't send mail - all recipients were rejected: 550 <a@b.example>: user unknown", /does not exist/],
    ['Invalid login: 535 5.7.8 Authentication failed', /whoever runs/],
    ['connect ECONNREFUSED 127.0.0.1:25', /reached/],
    ['The thread could not be opened: Internal Server Error', /reached/],
    ['getaddrinfo ENOTFOUND smtp.example', /reached/],
    ['ConnectTimeoutError: Connect Timeout Error (attempted address: api.twilio.com:443)', /reached/],
    ['restored', /backup/],
  ])('%j', (reason, text) => {
    expect(failureText(reason, 'en')).toMatch(text)
    expect(failureText(reason, 'sv')).not.toMatch(/refused|togs inte emot/)
  })
})
