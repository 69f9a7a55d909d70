export const languages = ['en', 'sv'] as const
export type Language = (typeof languages)[number]
