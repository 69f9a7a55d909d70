type Language = 'en' | 'sv'

/** GSM-7 characters only: UCS-2 would take a second SMS. */
export function defaultReminder(event_name: string, language: Language): string {
  return language === 'sv'
    ? `Hej! Snart är det ${event_name} och vi är glada att du är med. Kom gärna tio minuter före ditt pass.`
    : `Hello! ${event_name} is coming up, and we are glad to have you with us. Please come ten minutes before your shift.`
}

/** Changing the language replaces the text only while it is unedited. */
export function isDefaultReminder(text: string, event_name: string): boolean {
  return (['en', 'sv'] as const).some((language) => text === defaultReminder(event_name, language))
}
