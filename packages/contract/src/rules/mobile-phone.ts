import { isValidPhoneNumber } from 'libphonenumber-js/mobile'

/** Returns false for a number that cannot get SMS, such as a landline's. The rules are 100 KiB: load them lazily. */
export const isMobilePhone = (phone: string): boolean => isValidPhoneNumber(phone)
