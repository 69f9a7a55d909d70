import { defineTexts } from '../../../i18n/define-texts.ts'

const en = {
  email: 'E-mail',
  phone: 'Phone',
  no_phone: 'none',
  no_email: 'none',
  wrong: 'Is your name wrong? {{organization}} can change it{{contact}}.',
  how: 'The details are partly hidden, in case somebody else has this link. To change them, we send a link to {{email}}: nothing changes before you have confirmed there. If you can’t read e-mail there any more, please ask the organizer.',
  undeliverable:
    'E-mail to your address is stopped, so a change can’t be confirmed here. {{organization}} can change your details{{contact}}.',
  no_mailbox:
    'Without an e-mail address a change can’t be confirmed here. {{organization}} can change your details{{contact}}.',
  language: 'Language of e-mails and SMS',
  new_phone: 'New phone number',
  save_phone: 'Change the number',
  remove_phone: 'Remove the number',
  new_email: 'New e-mail address',
  email_hint: 'Once you have confirmed at the present address, we send a link to the new one too.',
  save_email: 'Change the address',
  waiting: 'We sent a link to {{email}}. Please confirm the change there, before {{date}}.',
  waiting_new: 'We sent a link to your new address {{email}}. Please confirm it there, before {{date}}.',
  take_back: 'Take the change back',
  done: {
    asked: 'The link is on its way to {{email}}. Nothing changes before you have confirmed there.',
    taken_back: 'The change is taken back. Everything stays as it is.',
  },
} as const

const sv = {
  email: 'E-post',
  phone: 'Telefon',
  no_phone: 'ingen',
  no_email: 'ingen',
  wrong: 'Stämmer inte ditt namn? {{organization}} kan ändra det{{contact}}.',
  how: 'Uppgifterna är delvis dolda, ifall någon annan har länken. För att ändra dem skickar vi en länk till {{email}}: ingenting ändras förrän du har bekräftat där. Kan du inte läsa e-post där längre, fråga arrangören.',
  undeliverable:
    'E-posten till din adress är stoppad, så en ändring kan inte bekräftas här. {{organization}} kan ändra dina uppgifter{{contact}}.',
  no_mailbox:
    'Utan e-postadress kan en ändring inte bekräftas här. {{organization}} kan ändra dina uppgifter{{contact}}.',
  language: 'Språk i mejl och sms',
  new_phone: 'Nytt telefonnummer',
  save_phone: 'Ändra numret',
  remove_phone: 'Ta bort numret',
  new_email: 'Ny e-postadress',
  email_hint: 'När du har bekräftat från den nuvarande adressen skickar vi en länk även till den nya.',
  save_email: 'Ändra adressen',
  waiting: 'Vi har skickat en länk till {{email}}. Bekräfta ändringen där, före {{date}}.',
  waiting_new: 'Vi har skickat en länk till din nya adress {{email}}. Bekräfta den där, före {{date}}.',
  take_back: 'Ta tillbaka ändringen',
  done: {
    asked: 'Länken är på väg till {{email}}. Ingenting ändras förrän du har bekräftat där.',
    taken_back: 'Ändringen är tillbakatagen. Allt förblir som det är.',
  },
}

/** Apart from the texts of the page, so that they load with the form. */
export const useText = defineTexts('own_details', { en, sv })
