import type { Translation } from '@muster/contract/translate'
import type en from './privacy-en.ts'

export default {
  title: 'Om dina personuppgifter',
  intro:
    'Den här sidan berättar vad Muster vet om dig när du hjälper till på ett evenemang, varför, vem som ser det och när det försvinner. Den hör till version {{version}} av användarvillkoren, från {{date}}.',
  responsible: {
    title: 'Vem som ansvarar',
    text: 'Organisationen som håller i evenemanget bestämmer vad dina uppgifter används till och är personuppgiftsansvarig. Dess namn visas på evenemangets sida och i meddelandena till dig. Muster är personuppgiftsbiträde åt organisationen.',
  },
  what: {
    title: 'Vad som sparas',
    text: 'Ditt för- och efternamn, din e-postadress, ditt telefonnummer och ditt språk; passen du tar eller bjuds in till och dina svar; meddelandet som du kan skriva till arrangören när du anmäler dig, och dina svar på arrangörens frågor; när och varför du lämnar återbud, om du säger varför; meddelandena du får om dem och om de kom fram; vilken version av villkoren du godkände, och när. Om du ber om en annan e-postadress finns den gamla och den nya kvar för det i 30 dagar. Arrangören kan lägga till lag och anteckningar om ditt arbete på evenemanget.',
  },
  source: {
    title: 'Varifrån det kommer',
    text: 'Från dig, när du anmäler dig. Om du har blivit inbjuden har arrangören skrivit in dina uppgifter.',
  },
  why: {
    title: 'Vad det används till',
    text: 'För att planera evenemanget, hålla din plats och nå dig om den. Grunden är det du kommer överens om med arrangören när du anmäler dig, och före det arrangörens berättigade intresse av att fråga dig. Ingenting säljs, och ingenting används till reklam eller profilering.',
  },
  seen: {
    title: 'Vem som ser det',
    text: 'Arrangörens administratörer ser allt. Den offentliga evenemangssidan kan visa ditt namn, ditt förnamn med en bokstav eller bara att en plats är tagen: anmälan säger vilket. E-post och sms levereras av leverantörer som får adressen och texten, och bara för det; hur länge de sparar dem står i deras egna villkor.',
  },
  kept: {
    title: 'Hur länge',
    text: 'Högst {{months}} månader efter ditt sista pass. Sedan tas allt som kan kopplas till dig bort, och bara statistik finns kvar.',
  },
  browser: {
    title: 'I din webbläsare',
    text: 'De här sidorna sätter ingen kaka och hämtar ingenting från andra företag. Webbläsaren minns språket du valde, och i den öppna fliken det du har skrivit i ett formulär och de pass du har valt, tills du har anmält dig. Om du kryssar för ”Kom ihåg mig på den här enheten” minns den också ditt namn, din e-post, din telefon, vilka pass som är dina och, när du har öppnat den, din egen sida, tills du trycker på ”Glöm mig”. Den sidan har en egen ruta för det, och kopian tas bort nästa gång någon av de här sidorna öppnas efter ditt sista pass. En administratör som loggar in får en kaka som håller dig inloggad, och inget annat. IP-adressen används för att skydda mot överbelastning och sparas inte med dina uppgifter.',
  },
  rights: {
    title: 'Dina rättigheter',
    text: 'Be arrangören att få se vad som sparas om dig, att få en kopia, att rätta det, begränsa hur det används eller radera det, eller invänd mot att det används. Du kan också klaga hos dataskyddsmyndigheten i ditt land; i Sverige är det Integritetsskyddsmyndigheten.',
  },
  contact: {
    title: 'Så frågar du',
    text: 'Svara på något av arrangörens mejl, eller använd kontaktuppgifterna på evenemangets sida.',
  },
} satisfies Translation<typeof en>
