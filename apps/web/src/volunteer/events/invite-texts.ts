import { defineTexts } from '../../i18n/define-texts.ts'

/** Apart from the texts of the event page, which the pages with this button do not load. */
export const useInviteText = defineTexts('invite_friend', {
  en: { invite: 'Invite a friend', copied: 'The link to the event is copied' },
  sv: { invite: 'Bjud in en vän', copied: 'Länken till evenemanget är kopierad' },
})
