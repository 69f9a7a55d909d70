import type { Translation } from '@muster/contract/translate'
import type en from './en.ts'

export default {
  email: 'E-post',
  password: 'Lösenord',
  email_required: 'Fyll i din e-postadress.',
  email_invalid: 'Fyll i en e-postadress, till exempel namn@example.org.',
  password_required: 'Fyll i ditt lösenord.',
  back_to_login: 'Tillbaka till inloggningen',
  login: {
    title: 'Logga in på ditt konto',
    submit: 'Logga in',
    busy: 'Loggar in...',
    forgot: 'Glömt lösenordet?',
    failed: 'Inloggningen misslyckades',
    token_invalid: 'Ogiltig eller utgången inloggning',
    token_missing: 'Ogiltigt svar – ingen inloggning togs emot',
  },
  request: {
    title: 'Återställ ditt lösenord',
    intro: 'Vi skickar en länk där du väljer ett nytt lösenord.',
    submit: 'Skicka länk',
    busy: 'Skickar...',
    sent: 'Om det finns ett konto med den e-postadressen har en länk för att återställa lösenordet skickats.',
    failed: 'Det gick inte att skicka mejlet.',
  },
  reset: {
    title: 'Välj nytt lösenord',
    password: 'Nytt lösenord',
    hint: 'Minst 12 tecken, inte lätt att gissa.',
    password_required: 'Fyll i ett nytt lösenord.',
    submit: 'Byt lösenord',
    busy: 'Byter...',
    done: 'Lösenordet är bytt! Du skickas till inloggningen...',
    failed: 'Det gick inte att byta lösenord. Länken kan vara ogiltig eller ha gått ut.',
    token_missing: 'Länken för att byta lösenord är ogiltig eller saknas.',
    ask_again: 'Begär en ny länk',
  },
  log_out: 'Logga ut',
  account_menu: 'Konto: {{email}}',
  account: {
    title: 'Dina uppgifter',
    signed_in: 'Du är inloggad som {{email}}.',
    fetch_failed: 'Det gick inte att hämta kontot',
    end_title: 'Avsluta kontot',
    end_text:
      'Kontot raderas efter {{days}} dagar, och med det varje organisation som ingen annan administrerar: evenemang, personer och meddelanden. Du får ett mejl nu och kan behålla kontot fram till dess.',
    end: 'Avsluta kontot',
    end_question: 'Vill du avsluta kontot?',
    ending_title: 'Kontot avslutas den {{date}}',
    ending_text:
      'Då raderas det, och med det varje organisation som ingen annan administrerar: evenemang, personer och meddelanden.',
    keep: 'Behåll kontot',
    kept: 'Kontot behålls',
    busy: 'Sparar...',
    failed: 'Det gick inte att spara',
  },
} satisfies Translation<typeof en>
