type Language = 'en' | 'sv'

/** True also during the event, and of people not asked before. GSM-7 characters only: UCS-2 would take a second SMS. */
export function defaultReminder(event_name: string, language: Language): string {
  return language === 'sv'
    ? `Hej från ${event_name}! Vi ser fram emot att träffa dig. Kom gärna tio minuter före ditt pass.`
    : `Hello from ${event_name}! We look forward to seeing you. Please come ten minutes before your shift.`
}
