import { addNamespace } from '@muster/contract/translate'
import { z } from 'zod'
import { button } from '../../mail/email.ts'
import { shiftCard } from '../../mail/shift-card.ts'
import { toGreetingName } from '../../mail/text.ts'
import { itemOfShift } from './digest-item.ts'
import { emailTemplate, type Kind } from './kind.ts'
import { newLinkPayload } from './new-link.ts'
import { writeShiftNotice } from './shift-notice.ts'

const phoneChangedPayload = newLinkPayload.extend({ is_removed: z.boolean() })

/** V3. Does not show the number, because a mailbox may be shared. */
export const phoneChanged = {
  email: emailTemplate({
    payload: phoneChangedPayload,
    assignmentIds: ({ shifts }) => shifts.map(({ assignment_id }) => assignment_id),
    digest: {
      is_notice: true,
      items({ is_removed, shifts }, context) {
        const what = texts[context.language](is_removed ? 'removed_in_digest' : 'changed_in_digest')
        return shifts.map((shift) => itemOfShift(what, shift, context))
      },
    },
    write({ first_name, is_removed, shifts }, context) {
      const { language, links } = context
      const t = texts[language]
      const name = toGreetingName(first_name)
      const what = t(is_removed ? 'removed' : 'changed')
      return writeShiftNotice(
        {
          shifts,
          title: t(is_removed ? 'title_removed' : 'title_changed'),
          hello: name ? t('hello', { name, what }) : what,
          last: t('not_you'),
          show: (shift) => [shiftCard(shift.entry, language), button(t('open'), links.personal(shift))],
        },
        context,
      )
    },
  }),
  is_sent_despite_unsubscribe: true,
} satisfies Kind

const texts = addNamespace('email_phone_changed', {
  en: {
    title_changed: 'Your phone number was changed',
    title_removed: 'Your phone number was removed',
    hello: 'Hello {{name}}! {{what}}',
    changed:
      'Your phone number was changed on the page of your link. Links that were sent to an earlier number no longer work; these do:',
    removed:
      'Your phone number was removed on the page of your link. Links that were sent to it no longer work; these do:',
    changed_in_digest: 'Your phone number was changed on your page',
    removed_in_digest: 'Your phone number was removed on your page',
    open: 'See your shift',
    not_you: 'Wasn’t it you? Please tell the organizer, who can correct the number and make you a new link.',
  },
  sv: {
    title_changed: 'Ditt telefonnummer är ändrat',
    title_removed: 'Ditt telefonnummer är borttaget',
    hello: 'Hej {{name}}! {{what}}',
    changed:
      'Ditt telefonnummer ändrades på sidan bakom din länk. Länkar som skickats till ett tidigare nummer fungerar inte längre, men de här fungerar:',
    removed:
      'Ditt telefonnummer togs bort på sidan bakom din länk. Länkar som skickats dit fungerar inte längre, men de här fungerar:',
    changed_in_digest: 'Ditt telefonnummer ändrades på din sida',
    removed_in_digest: 'Ditt telefonnummer togs bort på din sida',
    open: 'Visa ditt pass',
    not_you: 'Var det inte du? Säg till arrangören, som kan rätta numret och göra en ny länk till dig.',
  },
})
