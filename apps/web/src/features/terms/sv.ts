import type { Translation } from '@muster/contract/translate'
import type en from './en.ts'

export default {
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
