import { z } from 'zod'

/**
 * Every `code` an answer can carry, with the sentence a person reads (D2, D3).
 * Placeholders in braces are filled by the server.
 */
export const errorTexts = {
  validation: {
    en: 'Please check what you entered.',
    sv: 'Kontrollera det du har fyllt i.',
  },
  malformed_body: {
    en: 'The request could not be read as JSON.',
    sv: 'Förfrågan gick inte att läsa som JSON.',
  },
  malformed_request: {
    en: 'The request could not be read.',
    sv: 'Förfrågan gick inte att läsa.',
  },
  not_json: {
    en: 'The request must be sent as JSON.',
    sv: 'Förfrågan måste skickas som JSON.',
  },
  too_large: { en: 'The request is too large.', sv: 'Förfrågan är för stor.' },
  organization_required: {
    en: 'Choose an organisation first.',
    sv: 'Välj en organisation först.',
  },
  organization_forbidden: {
    en: 'You have no access to this organisation.',
    sv: 'Du har inte tillgång till den här organisationen.',
  },
  origin_forbidden: {
    en: 'This address may not make that request.',
    sv: 'Den här adressen får inte göra den förfrågan.',
  },
  session_required: { en: 'Please sign in.', sv: 'Logga in.' },
  session_invalid: {
    en: 'Your session has ended. Please sign in again.',
    sv: 'Din session har avslutats. Logga in igen.',
  },
  invalid_credentials: {
    en: 'Wrong e-mail or password',
    sv: 'Fel e-postadress eller lösenord',
  },
  reset_link_invalid: {
    en: 'The link is invalid or has expired. Ask for a new one.',
    sv: 'Länken är ogiltig eller har gått ut. Begär en ny.',
  },
  password_weak: {
    en: 'Choose a password of at least 12 characters that is not easy to guess.',
    sv: 'Välj ett lösenord med minst 12 tecken som inte är lätt att gissa.',
  },
  not_found: { en: 'That was not found.', sv: 'Det gick inte att hitta.' },
  event_not_found: {
    en: 'This event does not exist, or has been removed.',
    sv: 'Evenemanget finns inte eller har tagits bort.',
  },
  role_not_found: {
    en: 'This role does not exist, or has been removed.',
    sv: 'Rollen finns inte eller har tagits bort.',
  },
  shift_not_found: {
    en: 'This shift does not exist, or has been removed.',
    sv: 'Passet finns inte eller har tagits bort.',
  },
  person_not_found: {
    en: 'This person does not exist, or has been removed.',
    sv: 'Personen finns inte eller har tagits bort.',
  },
  link_invalid: {
    en: 'This link is invalid or no longer exists.',
    sv: 'Länken är ogiltig eller finns inte längre.',
  },
  link_expired: {
    en: 'This link has expired. Please contact the organizer.',
    sv: 'Länken har gått ut. Kontakta arrangören.',
  },
  shift_full: {
    en: 'All places on this shift have just been taken.',
    sv: 'Alla platser på passet har just blivit tagna.',
  },
  shift_over: { en: 'This shift is over.', sv: 'Passet är redan slut.' },
  already_signed_up: {
    en: 'You are already signed up for this shift.',
    sv: 'Du är redan anmäld till det här passet.',
  },
  schedule_conflict: {
    en: 'You already have another shift at that time.',
    sv: 'Du har redan ett annat pass vid den tiden.',
  },
  already_assigned: {
    en: '{name} is already on this shift.',
    sv: '{name} är redan med på det här passet.',
  },
  already_answered: {
    en: 'You have already answered this invitation.',
    sv: 'Du har redan svarat på den här inbjudan.',
  },
  assignment_not_found: {
    en: 'This person is no longer on the shift.',
    sv: 'Personen är inte längre med på passet.',
  },
  assignment_absent: {
    en: 'Somebody marked as absent cannot be invited.',
    sv: 'Den som är markerad som frånvarande kan inte bjudas in.',
  },
  not_invited: {
    en: 'This person has already answered.',
    sv: 'Personen har redan svarat.',
  },
  shift_not_started: {
    en: 'Nobody can be absent before the shift has started.',
    sv: 'Ingen kan vara frånvarande innan passet har börjat.',
  },
  no_contact_info: {
    en: 'This person has no e-mail address or phone number for that.',
    sv: 'Personen saknar e-postadress eller telefonnummer för det.',
  },
  number_not_allowed: {
    en: 'SMS to satellite and premium-rate numbers are not switched on.',
    sv: 'Sms till satellit- och betalnummer är inte påslagna.',
  },
  opted_out: {
    en: 'This person has asked not to get messages this way.',
    sv: 'Personen har bett att inte få meddelanden på det här sättet.',
  },
  message_too_long: {
    en: 'The message is longer than ten SMS.',
    sv: 'Meddelandet är längre än tio sms.',
  },
  no_target_group: {
    en: 'Please select at least one volunteer group.',
    sv: 'Välj minst en grupp av volontärer.',
  },
  message_required: {
    en: 'Please enter a message to send.',
    sv: 'Skriv ett meddelande att skicka.',
  },
  broadcast_not_found: {
    en: 'This broadcast does not exist, or has been removed.',
    sv: 'Utskicket finns inte eller har tagits bort.',
  },
  daily_cap_reached: {
    en: 'That would be more messages than your organisation may send in a day. Nothing was sent.',
    sv: 'Det skulle bli fler meddelanden än er organisation får skicka på en dag. Inget har skickats.',
  },
  role_in_use: {
    en: 'This role has shifts with people on them. Remove those shifts first.',
    sv: 'Rollen har pass med anmälda personer. Ta bort de passen först.',
  },
  person_exists: {
    en: 'There is already a person with this name and e-mail.',
    sv: 'Det finns redan en person med det namnet och den e-postadressen.',
  },
  changed_elsewhere: {
    en: 'Somebody else changed this in the meantime. It has been reloaded.',
    sv: 'Någon annan har ändrat detta under tiden. Det har lästs in på nytt.',
  },
  idempotency_key_reused: {
    en: 'This request was already sent with other details.',
    sv: 'Förfrågan har redan skickats med andra uppgifter.',
  },
  rate_limited: {
    en: 'Too many attempts. Wait a moment and try again.',
    sv: 'För många försök. Vänta en stund och försök igen.',
  },
  busy: {
    en: 'The service is busy. Try again in a moment.',
    sv: 'Tjänsten är upptagen. Försök igen om en stund.',
  },
  internal: {
    en: 'Something went wrong on our side. Nothing was lost; please try again.',
    sv: 'Något gick fel hos oss. Inget har gått förlorat; försök igen.',
  },
} as const satisfies Record<string, { en: string; sv: string }>

export type ErrorCode = keyof typeof errorTexts

/** What is said instead of a code's own sentence where more is known: whom it is about, what was answered. */
export const closerTexts = {
  /** `schedule_conflict`, said to an administrator */
  conflict_of_person: {
    en: '{name} has another shift at that time.',
    sv: '{name} har ett annat pass vid den tiden.',
  },
  /** `daily_cap_reached`, where more than the organisation is counted. */
  cap_of_account: {
    en: 'That would be more messages than the organisations of one account may send together in a day. Nothing was sent.',
    sv: 'Det skulle bli fler meddelanden än organisationerna från ett och samma konto får skicka tillsammans på en dag. Inget har skickats.',
  },
  cap_of_installation: {
    en: 'That would be more messages than all organisations may send together in a day. Nothing was sent.',
    sv: 'Det skulle bli fler meddelanden än alla organisationer får skicka tillsammans på en dag. Inget har skickats.',
  },
  cap_of_organizations: {
    en: 'You have created as many organisations as you may in a day. Try again in 24 hours.',
    sv: 'Du har skapat så många organisationer som du får på en dag. Försök igen om 24 timmar.',
  },
  /** `already_answered` (D18) */
  already_confirmed: {
    en: 'You have already confirmed this shift.',
    sv: 'Du har redan tackat ja till det här passet.',
  },
  already_declined: {
    en: 'You have already declined this shift.',
    sv: 'Du har redan tackat nej till det här passet.',
  },
} as const satisfies Record<string, { en: string; sv: string }>

export type CloserText = keyof typeof closerTexts

/** D2: the one error body. Details stand only where D2 names them. */
export const errorBody = z.object({
  error: z.string(),
  code: z.string(),
  person_id: z.string().optional(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  retry_after: z.number().optional(),
})

export type ErrorBody = z.infer<typeof errorBody>
