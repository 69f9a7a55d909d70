import { defineTexts } from '../../../i18n/define-texts.ts'
import en from './en.ts'
import sv from './sv.ts'

/** Apart from the texts of the list of events, which loads first. */
export const useVolunteerText = defineTexts('event_volunteers', { en, sv })
