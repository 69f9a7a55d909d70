import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idempotencyHeaders, requiredLine, requiredText, version } from './fields.ts'
import { sends } from './rules/route-access.ts'
import { LIMITS } from './rules/text.ts'

const c = initContract()

const aboutTitle = { description: 'What it is called in the list.', examples: ['Raincoats'] }
const aboutText = { description: 'The text.', examples: ['Bring a raincoat, please.'] }

export const savedText = z
  .object({ id, title: z.string().meta(aboutTitle), text: z.string().meta(aboutText), version })
  .meta({ id: 'SavedText', description: 'A text that an organization uses again in broadcasts.' })

export type SavedText = z.infer<typeof savedText>

export const newSavedText = z
  .object({
    title: requiredLine(LIMITS.name).meta(aboutTitle),
    text: requiredText(LIMITS.text).meta(aboutText),
  })
  .meta({ id: 'NewSavedText' })

export const savedTextChange = newSavedText
  .partial()
  .extend({ version: version.optional() })
  .meta({ id: 'SavedTextChange' })

const byId = z.object({ id: id.describe('The text.') })

/** D68 */
export const savedTexts = c.router({
  listSavedTexts: endpoint('GET /admin/saved-texts', {
    access: sends,
    summary: 'List saved texts',
    description: 'By title.',
    responses: { 200: z.array(savedText) },
  }),
  createSavedText: endpoint('POST /admin/saved-texts', {
    access: sends,
    log: ['saved_text.added'],
    summary: 'Save a text',
    description: 'At most five hundred per organization.',
    refuses: ['limit_reached'],
    headers: idempotencyHeaders,
    body: newSavedText,
    responses: { 201: savedText },
  }),
  updateSavedText: endpoint('PUT /admin/saved-texts/:id', {
    access: sends,
    log: ['saved_text.changed'],
    summary: 'Change a saved text',
    description: 'What is left out stays.',
    refuses: ['saved_text_not_found', 'changed_elsewhere'],
    pathParams: byId,
    body: savedTextChange,
    responses: { 200: savedText },
  }),
  deleteSavedText: endpoint('DELETE /admin/saved-texts/:id', {
    access: sends,
    log: ['saved_text.removed'],
    summary: 'Remove a saved text',
    description: 'Broadcasts that used it stay as they are.',
    refuses: ['saved_text_not_found'],
    pathParams: byId,
    body: c.noBody(),
    responses: { 204: c.noBody() },
  }),
})
