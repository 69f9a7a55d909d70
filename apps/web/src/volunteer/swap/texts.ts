import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../i18n/define-texts.ts'

const en = {
  title: 'Can you take this shift?',
  text: 'Somebody who is on this shift can’t make it and is looking for a replacement. The first to sign up here gets the place.',
  stays: 'The place is yours at once. You get a confirmation by e-mail, and the organizer is told.',
  meeting_point: 'Meeting point: {{meeting_point}}',
  asks_first:
    'The organizer answers first. Until then the place stays theirs, and nobody else can ask for it.',
  done_asked: 'Your request is with the organizer',
  done_asked_text: 'Thank you for stepping in. Until the answer the place stays theirs.',
  done_taken: 'The shift is yours',
  done_taken_text: 'Thank you for stepping in. Your own page is in the e-mail.',
  ended: 'This link can’t be opened',
  taken: 'The shift has been taken',
  taken_text: 'Somebody has taken it. If that was you: the e-mail you got has the link to your own page.',
  pending: 'Somebody has asked for this shift',
  pending_text: 'The organizer answers them first. If it is a no, this link works again.',
  over: 'The shift has begun',
  over_text: 'The place can no longer be taken over.',
  invalid_text:
    'The search for a replacement has ended, or the link is not complete. Ask who sent it to you.',
  load: 'The shift could not be loaded.',
} as const

const sv = {
  title: 'Kan du ta det här passet?',
  text: 'Någon som är med på passet kan inte komma och söker en ersättare. Den som först anmäler sig här får platsen.',
  stays: 'Platsen är din direkt. Du får en bekräftelse med e-post, och arrangören får veta det.',
  meeting_point: 'Samlingsplats: {{meeting_point}}',
  asks_first:
    'Arrangören svarar först. Tills dess är platsen kvar hos den som har den, och ingen annan kan be om den.',
  done_asked: 'Din förfrågan är hos arrangören',
  done_asked_text: 'Tack för att du hoppar in. Fram till svaret är platsen kvar hos den som har den.',
  done_taken: 'Passet är ditt',
  done_taken_text: 'Tack för att du hoppar in. Länken till din egen sida finns i mejlet.',
  ended: 'Länken kan inte öppnas',
  taken: 'Passet är taget',
  taken_text: 'Någon har tagit det. Om det var du: i mejlet du fick finns länken till din egen sida.',
  pending: 'Någon har bett om passet',
  pending_text: 'Arrangören svarar den först. Blir det ett nej fungerar länken igen.',
  over: 'Passet har börjat',
  over_text: 'Platsen går inte längre att ta över.',
  invalid_text:
    'Sökandet efter en ersättare är avslutat, eller så är länken inte hel. Fråga den som skickade den.',
  load: 'Det gick inte att läsa in passet.',
} satisfies Translation<typeof en>

export const useText = defineTexts('swap', { en, sv })
