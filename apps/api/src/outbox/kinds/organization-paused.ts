import { addNamespace } from '@muster/contract/translate'
import { z } from 'zod'
import { button, type EmailDraft, heading, paragraph } from '../../mail/email.ts'
import { toShownName } from '../../mail/text.ts'
import { emailTemplate, type Kind, type WriteContext } from './kind.ts'

const organizationPayload = z.object({ organization_id: z.string(), organization: z.string() })

/** O1. `reason` is in the operator's own words. */
export const organizationPaused = {
  email: emailTemplate({
    payload: organizationPayload.extend({ reason: z.string() }),
    write: ({ reason, ...organization }, context) => write('paused', organization, context, reason),
  }),
  is_about_account: true,
} satisfies Kind

export const organizationResumed = {
  email: emailTemplate({
    payload: organizationPayload,
    write: (organization, context) => write('resumed', organization, context),
  }),
  is_about_account: true,
} satisfies Kind

function write(
  kind: 'paused' | 'resumed',
  { organization_id, organization }: z.infer<typeof organizationPayload>,
  { language, links }: WriteContext,
  reason?: string,
): EmailDraft {
  const t = texts[language]
  const subject = t(`${kind}.subject`)
  return {
    subject,
    preheader: t(`${kind}.what`),
    blocks: [
      heading(subject),
      paragraph(t('which', { organization: toShownName(organization) })),
      reason !== undefined && paragraph(t('reason', { reason })),
      paragraph(t(`${kind}.what`)),
      paragraph(t(`${kind}.more`)),
      paragraph(t('why')),
      button(t('open'), `${links.public_url}/?org=${organization_id}`),
    ],
  }
}

const texts = addNamespace('email_organization_paused', {
  en: {
    which: 'Organization: {{organization}}',
    reason: 'The operator of Muster gives this reason: {{reason}}',
    paused: {
      subject: 'An organization of yours is paused in Muster',
      what: 'Nobody can sign up, you can read everything and change nothing, and messages to your volunteers wait.',
      more: 'Nothing is deleted. Volunteers can still open their pages and cancel. You get another e-mail when it goes on.',
    },
    resumed: {
      subject: 'An organization of yours goes on in Muster',
      what: 'Sign-up is open again, and you can change everything as before.',
      more: 'Messages that waited are being sent, except those that have become pointless, such as notices about shifts that are over. Each person’s messages show which these are.',
    },
    why: 'You get this e-mail because you are an owner or administrator of the organization.',
    open: 'Open the organization',
  },
  sv: {
    which: 'Organisation: {{organization}}',
    reason: 'Den som driver Muster anger det här skälet: {{reason}}',
    paused: {
      subject: 'En av dina organisationer är pausad i Muster',
      what: 'Ingen kan anmäla sig, du kan läsa allt men inte ändra något, och meddelanden till era volontärer väntar.',
      more: 'Inget raderas. Volontärer kan fortfarande öppna sina sidor och avboka. Du får ett nytt mejl när den är igång igen.',
    },
    resumed: {
      subject: 'En av dina organisationer är igång igen i Muster',
      what: 'Anmälan är öppen igen, och du kan ändra allt som förut.',
      more: 'Meddelanden som väntade skickas nu, utom de som inte längre behövs, till exempel om pass som är över. Vilka det är syns bland personens meddelanden.',
    },
    why: 'Du får det här mejlet för att du är ägare eller administratör i organisationen.',
    open: 'Öppna organisationen',
  },
})
