import { publicPath } from '@muster/contract/pages'
import { palette } from '@muster/contract/palette'
import { groupBy } from '@muster/contract/rules/group-by'
import { addNamespace } from '@muster/contract/translate'
import { z } from 'zod'
import { type Block, heading, linkLine, paragraph, withLineBreaks } from '../../mail/email.ts'
import { contactInBrackets, contactLinks, sentWith } from '../../mail/organizer.ts'
import { toShownName } from '../../mail/text.ts'
import { html } from '../../pages/html.ts'
import { type DigestItem, emailTemplate, type Kind, type WriteContext } from './kind.ts'
import { kinds } from './kinds.ts'

/** Maximum of one digest: strangers can cause thousands, and mail servers permanently refuse e-mails of that size. */
export const MOST_ITEMS = 100
export const MOST_NOTICES = 300

const content = z.object({ template: z.string(), payload: z.unknown() })

const BY_NAME: Readonly<Record<string, Kind>> = kinds

function partOf(template: string) {
  const part = BY_NAME[template]?.email?.digest
  if (!part) throw new Error(`${template} has no part in a digest`)
  return part
}

/** D28. May name messages of several organisations. */
export const digest = {
  email: emailTemplate({
    /** Not stored: read from the messages when the digest is claimed, notices first. `unread`: number of the rest. */
    payload: z.object({ messages: z.array(content), unread: z.int() }),
    write({ messages, unread }, context) {
      const { message_id, language, links } = context
      const t = texts[language]
      const { items, left_out } = listShown(messages, context)
      const more = left_out + unread
      const groups = [...groupBy(items, ({ organizer }) => nameWithContact(organizer)).values()]
      const subject = t('subject', { count: items.length + more })
      const by_strangers = messages.flatMap(({ template }) => partOf(template).by_stranger ?? [])
      const not_me_label = t(by_strangers.includes('place') ? 'not_me_signed_up' : 'not_me')
      const all_links = { label: t('all_links'), href: links.public_url + publicPath('links') }
      const hasLinks = items.some(({ link }) => link)

      return {
        subject,
        preheader: t('why'),
        blocks: [
          heading(subject),
          paragraph(t('why')),
          ...groups.flatMap((group) => [group[0] && subheading(group[0].organizer), ...group.map(showItem)]),
          more > 0 && linkLine(t('more', { count: more }), all_links),
          hasLinks && paragraph(t('calendar')),
          hasLinks && paragraph(t('keep_links')),
          by_strangers.length > 0 &&
            linkLine(t('not_you'), { label: not_me_label, href: links.notMe(message_id) }),
        ],
        footer: { text: sentWith(language), html: () => html`${sentWith(language)}` },
      }
    },
  }),
} satisfies Kind

/** `left_out`: number of messages for which there is no room. */
function listShown(
  messages: readonly z.infer<typeof content>[],
  context: WriteContext,
): { items: DigestItem[]; left_out: number } {
  const items: DigestItem[] = []
  let left_out = 0
  for (const { template, payload } of messages) {
    const part = partOf(template)
    if (items.length < (part.is_notice ? MOST_NOTICES : MOST_ITEMS))
      items.push(...part.items(payload, context))
    else left_out += 1
  }
  return { items, left_out }
}

const nameWithContact = (organizer: DigestItem['organizer']) =>
  `${toShownName(organizer.organization_name)}${contactInBrackets(organizer)}`

const subheading = (organizer: DigestItem['organizer']): Block => ({
  text: `${nameWithContact(organizer)}:`,
  html: () =>
    html`<h2 class="spruce" style="margin:24px 0 4px;font-size:18px;line-height:1.3;font-weight:600;color:${palette.primary.light}">${toShownName(organizer.organization_name)}</h2>
<p class="ink-3" style="margin:0 0 12px;font-size:14px;line-height:1.5;color:${palette.ink_3.light}">${contactLinks(organizer)}</p>`,
})

/** Writes no card: mail clients truncate an email with a hundred of them. */
const showItem = ({ lines, link }: DigestItem): Block => ({
  text: link ? `${lines}\n${link.label}: ${link.href}` : lines,
  html: () =>
    html`<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:1.5;color:${palette.ink.light}">${withLineBreaks(lines)}${link && html`<br><a class="spruce" href="${link.href}" target="_blank" rel="noopener" style="color:${palette.primary.light}">${link.label}</a>`}</p>`,
})

const texts = addNamespace('email_digest', {
  en: {
    subject_one: 'One message about your shifts',
    subject_other: '{{count}} messages about your shifts',
    why: 'Many e-mails were due to this address within a short time. These are the last of them, in one.',
    more_one: 'There is one more, which has no room here.',
    more_other: 'There are {{count}} more, which have no room here.',
    all_links: 'Get the links to all your shifts',
    calendar: 'Behind the link of a shift you’re on is also its calendar file.',
    keep_links: 'The links are yours alone, so please don’t pass this message on.',
    not_you: 'Wasn’t it you?',
    not_me: 'Get no more e-mail',
    not_me_signed_up: 'Give up these places and get no more e-mail',
  },
  sv: {
    subject_one: 'Ett besked om dina pass',
    subject_other: '{{count}} besked om dina pass',
    why: 'Mycket e-post skulle till den här adressen på kort tid. Här är det som var kvar, samlat.',
    more_one: 'Det finns ett till, som inte får plats här.',
    more_other: 'Det finns {{count}} till, som inte får plats här.',
    all_links: 'Få länkarna till alla dina pass',
    calendar: 'Bakom länken till ett pass du är med på finns också dess kalenderfil.',
    keep_links: 'Länkarna är personliga. Skicka inte det här meddelandet vidare.',
    not_you: 'Var det inte du?',
    not_me: 'Få ingen mer e-post',
    not_me_signed_up: 'Lämna platserna och få ingen mer e-post',
  },
})
