type Language = 'en' | 'sv'

/** What the text of a reminder is filled with. Signs of GSM-7 only, so that it costs no second SMS. */
export function defaultReminder(event_name: string, language: Language): string {
  return language === 'sv'
    ? `Hej! Snart är det ${event_name} och vi är glada att du är med. Kom gärna tio minuter före ditt pass.`
    : `Hello! ${event_name} is coming up, and we are glad to have you with us. Please come ten minutes before your shift.`
}

/** Another language changes the text only while it is still a default, in whichever language. */
export function isDefaultReminder(text: string, event_name: string): boolean {
  return (['en', 'sv'] as const).some((language) => text === defaultReminder(event_name, language))
}
