import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../i18n/define-texts.ts'

export const en = {
  title: 'Terms of use',
  version: 'Version {{version}} of {{date}}',
  announced: 'Version {{version}} applies from {{date}}:',
  purpose: {
    title: 'What this is about',
    text: 'Muster helps organizations to find people for the shifts of their events. When you sign up for a shift, you tell the organizer that you will come. You help of your own free will: volunteering isn’t employment.',
  },
  age: {
    title: 'Minimum age',
    text: 'You must be at least {{years}} years old to sign up.',
  },
  details: {
    title: 'What is kept about you',
    text: 'Your name, your e-mail address, your phone number, the shifts you take and the messages about them. The organizer of the event uses them to plan it and to reach you about it, and for nothing else. They are not sold, and nothing here follows you around the web.',
  },
  seen: {
    title: 'Who sees it',
    text: 'Your e-mail address and your phone number are seen by the organizer alone. Your name may stand on the public page of the event; the form says what will be shown there before you sign up.',
  },
  kept: {
    title: 'How long it is kept',
    text: 'At most {{months}} months after your last shift. After that your details are removed, and only totals remain.',
  },
  rights: {
    title: 'Your rights',
    text: 'You may at any time ask the organizer to show you what is kept about you, to correct it or to erase it.',
  },
  coming: {
    title: 'If you cannot come',
    text: 'Tell the organizer as early as you can, so that somebody else can take your place.',
  },
  ending: {
    title: 'Ending an account',
    text: 'As a volunteer you have no account. An account of an organizer is ended with {{days}} days’ notice.',
  },
  changes: {
    title: 'Changes',
    text: 'You are told of material changes to these terms {{days}} days before they apply. They stand on this page, and everybody with an account gets an e-mail.',
  },
} as const

export const sv = {
  title: 'Användarvillkor',
  version: 'Version {{version}} från {{date}}',
  announced: 'Version {{version}} gäller från den {{date}}:',
  purpose: {
    title: 'Vad det handlar om',
    text: 'Muster hjälper organisationer att hitta folk till passen på sina evenemang. När du anmäler dig till ett pass lovar du arrangören att komma. Du hjälper till frivilligt: en anmälan är ingen anställning.',
  },
  age: {
    title: 'Lägsta ålder',
    text: 'Du måste ha fyllt {{years}} år för att anmäla dig.',
  },
  details: {
    title: 'Vad som sparas om dig',
    text: 'Ditt namn, din e-postadress, ditt telefonnummer, passen du tar och meddelandena om dem. Evenemangets arrangör använder uppgifterna för att planera och för att nå dig, och inte till något annat. De säljs inte, och ingenting här följer dig runt på nätet.',
  },
  seen: {
    title: 'Vem som ser det',
    text: 'Din e-postadress och ditt telefonnummer ser bara arrangören. Ditt namn kan stå på den offentliga evenemangssidan; formuläret säger vad som visas där innan du anmäler dig.',
  },
  kept: {
    title: 'Hur länge det sparas',
    text: 'Högst {{months}} månader efter ditt sista pass. Därefter tas dina uppgifter bort, och bara statistik finns kvar.',
  },
  rights: {
    title: 'Dina rättigheter',
    text: 'Du kan när som helst be arrangören att visa vad som sparas om dig, att rätta det eller att radera det.',
  },
  coming: {
    title: 'Om du inte kan komma',
    text: 'Säg till arrangören så tidigt du kan, så att någon annan kan ta din plats.',
  },
  ending: {
    title: 'Att avsluta ett konto',
    text: 'Som volontär har du inget konto. En arrangörs konto avslutas med {{days}} dagars uppsägningstid.',
  },
  changes: {
    title: 'Ändringar',
    text: 'Du får veta om väsentliga ändringar av villkoren {{days}} dagar innan de börjar gälla. De står på den här sidan, och alla som har ett konto får ett mejl.',
  },
} satisfies Translation<typeof en>

export const useText = defineTexts('terms', { en, sv })
