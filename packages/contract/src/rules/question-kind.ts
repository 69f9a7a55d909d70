/** D51 */
export const questionKinds = ['text', 'choice', 'many', 'yes_no'] as const
export type QuestionKind = (typeof questionKinds)[number]

export const hasOptions = (kind: QuestionKind): boolean => kind === 'choice' || kind === 'many'
