import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idempotencyHeaders, listOf, timestamp } from './fields.ts'
import { hasContact, needsContact, newPersonFields, person } from './people.ts'
import { plans, reads } from './rules/route-access.ts'
import { LIMITS } from './rules/text.ts'

const c = initContract()

export const importRow = z
  .strictObject({
    ...newPersonFields,
    person_id: id.describe('Says that the row is this person, although it names them otherwise.').optional(),
  })
  .refine(hasContact, needsContact)

export type ImportRow = z.input<typeof importRow>

// Its named schemas are models of the API description.
const { $schema: _schema, $defs: _models, ...describedRow } = z.toJSONSchema(importRow, { io: 'input' })

/**
 * Described as `importRow`, by which the server checks row by row: a wrong row is answered, not refused, and to check
 * ten thousand at once would hold the event loop for half a second.
 */
const uncheckedRow: z.ZodType<unknown, ImportRow> = z.any().meta({ ...describedRow })

export const importModes = ['dry_run', 'save'] as const
export const onExisting = ['keep', 'fill', 'replace'] as const

const importBody = z
  .object({
    rows: listOf(uncheckedRow, { min: 1, max: LIMITS.import_rows }).meta({
      description: 'The people, each with the fields of `POST /admin/people`.',
      examples: [[{ first_name: 'Åsa', last_name: 'Öberg', email: 'asa@volunteer.example' }]],
    }),
    mode: z.enum(importModes).describe('`dry_run` says what `save` would do.'),
    on_existing: z
      .enum(onExisting)
      .describe(
        'What a row changes of a person who is there: `keep` nothing, `fill` fields that are empty, `replace` all for which the row has a value. Nothing is cleared; tags are added.',
      ),
  })
  .meta({ id: 'PeopleImport' })

const fields = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'child_team',
  'notes',
  'language',
  'tags',
] as const
const field = z.enum(fields)
export type ImportField = z.infer<typeof field>

export const importedRow = z
  .object({
    row: z
      .int()
      .nonnegative()
      .meta({ description: 'Its place in `rows`, from 0.', examples: [0] }),
    result: z
      .enum(['new', 'same', 'differs', 'error'])
      .describe(
        '`new`: a person is added. `same`: there is a person with all that the row says. `differs`: with other values. `error`: the row is left out.',
      ),
    person_id: id.describe('Who it is. Missing with `error`, and in a dry run with `new`.').optional(),
    same_row: z
      .int()
      .nonnegative()
      .meta({ description: 'The first row that is about the same person.', examples: [0] })
      .optional(),
    changes: z.array(field).describe('With `differs`: the fields that are changed.').optional(),
    left: z
      .array(field)
      .describe(
        'With `differs`: contacts that stay as they are, because personal links were sent to them. Change them by `PUT /admin/people/{id}`, which replaces the links.',
      )
      .optional(),
    maybe: z
      .array(id)
      .describe(
        'With `new`: people with the same phone number, a like name or the same e-mail address, the likeliest first. A hint only.',
      )
      .optional(),
    error: z
      .string()
      .meta({
        description: 'Why it is left out, in the language of `Accept-Language`.',
        examples: ['Please check what you have entered.'],
      })
      .optional(),
    code: z
      .string()
      .meta({ description: 'Why it is left out.', examples: ['validation'] })
      .optional(),
    issues: z
      .array(
        z.object({
          path: z.string().meta({ description: 'The field.', examples: ['phone'] }),
          message: z
            .string()
            .meta({ description: 'What is wrong with it.', examples: ['Not a phone number'] }),
        }),
      )
      .describe('What is wrong with which field: with `validation`.')
      .optional(),
  })
  .meta({ id: 'ImportedRow' })

export type ImportedRow = z.infer<typeof importedRow>

export const importedPerson = person
  .omit({ has_unread: true, lookalike_id: true, version: true })
  .meta({ id: 'PersonOfImport', description: 'A person as they were before the import.' })

export const imported = z
  .object({
    import_id: id.describe('For the undo. Null in a dry run.').nullable(),
    rows: z.array(importedRow).describe('In the order of the call.'),
    people: z
      .array(importedPerson)
      .describe('Of a dry run: the people whom rows with `differs` or `maybe` name, as they are.'),
  })
  .meta({ id: 'Imported' })

export type Imported = z.infer<typeof imported>

const kept = z.object({
  id: id.describe('The person.'),
  reason: z
    .enum(['assigned', 'messaged', 'changed', 'person_exists'])
    .describe(
      '`assigned`: they have been put on a shift or have signed up since. `messaged`: they were written to or have written. `changed`: their entry has been changed since. `person_exists`: somebody else has their former name and e-mail now.',
    ),
})

export const undoneImport = z
  .object({ kept: z.array(kept).describe('People who stay as they are now, with the reason.') })
  .meta({ id: 'UndoneImport' })

export type UndoneImport = z.infer<typeof undoneImport>
export type KeptPerson = UndoneImport['kept'][number]

const undoableImport = z
  .object({
    id: id.describe('The import.'),
    created_at: timestamp.describe('When it was saved (ISO 8601, UTC).'),
    people: z
      .int()
      .positive()
      .meta({ description: 'How many people it has added or changed.', examples: [382] }),
  })
  .meta({ id: 'UndoableImport', description: 'An import that can be undone.' })

/** D48 */
export const imports = c.router({
  importPeople: endpoint('POST /admin/people/import', {
    access: plans,
    log: ['person.imported'],
    summary: 'Import people',
    description:
      'Up to 10,000 rows in one call. Wrong rows are answered with `error` and left out; the others are saved together. A row is somebody who is there if e-mail address, first and last name are theirs. Nobody is told. The body may have 8 MiB.',
    refuses: ['limit_reached'],
    body_limit: 8 * 1024 * 1024,
    headers: idempotencyHeaders,
    body: importBody,
    responses: { 200: imported },
  }),
  listImports: endpoint('GET /admin/imports', {
    access: reads,
    summary: 'List the imports that can be undone',
    description: 'Latest first. For 24 hours, unless they are undone or have changed nothing.',
    responses: { 200: z.array(undoableImport) },
  }),
  undoImport: endpoint('POST /admin/imports/:import_id/undo', {
    access: plans,
    log: ['import.undone'],
    summary: 'Undo an import',
    description:
      'For 24 hours. People who were added are deleted and those who were changed are as before, except those who have been used since. Called again it answers the same.',
    refuses: ['import_not_found', 'undo_too_late'],
    pathParams: z.object({ import_id: id.describe('The import.') }),
    headers: idempotencyHeaders,
    body: c.noBody(),
    responses: { 200: undoneImport },
  }),
})
