export default {
  email: 'E-post',
  phone: 'Telefon',
  no_phone: 'ingen',
  wrong: 'Stämmer inte ditt namn? {{organization}} kan ändra det{{reach}}.',
  how: 'Uppgifterna är delvis dolda, ifall någon annan har länken. För att ändra dem skickar vi en länk till {{email}}: ingenting ändras förrän du har bekräftat där. Kan du inte läsa e-post där längre, fråga arrangören.',
  unreachable:
    'E-posten till din adress är stoppad, så en ändring kan inte bekräftas här. {{organization}} kan ändra dina uppgifter{{reach}}.',
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
