/** Spellings that mail servers and their clients all read as `victim@private.example`, and that are refused. */
export const SPELLINGS_OF_ONE_ADDRESS: readonly string[] = [
  'victim@private.example>',
  '"victim"@private.example',
  '(a)victim@private.example',
  'victim(a)@private.example',
  'victim@private.example(a)',
  'victim@ｐrivate.example',
  'victim@private。example',
  'victim@private．example',
]

/** Spellings that are cleaned to `victim@private.example` (D4). */
export const CLEANED_SPELLINGS: readonly string[] = [
  '<victim@private.example>',
  'Victim <victim@private.example>;',
  'mailto:victim@private.example',
  'victim@private.example.',
  'victim@private\u200b.example',
  'victim@pri\u00advate.example',
  'victim@pri\ufe0fvate.example',
  'victim@pri\u034fvate.example',
  '\u202avictim@private.example\u202c',
]
