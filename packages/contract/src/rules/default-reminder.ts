type Language = 'en' | 'sv'

/**
 * Returns a text that is true during the event too, and for people who were not asked before. It has GSM-7 characters
 * only, because UCS-2 would take a second SMS.
 */
export function defaultReminder(event_name: string, language: Language): string {
  return language === 'sv'
    ? `Hej från ${event_name}! Vi ser fram emot att träffa dig. Kom gärna tio minuter före ditt pass.`
    : `Hello from ${event_name}! We look forward to seeing you. Please come ten minutes before your shift.`
}
