import type { Translation } from '@muster/contract/translate'
import type en from './en.ts'

export default {
  year_between: 'Ange ett år från {{first}} till {{last}}.',
  skipped: 'Den natten hoppar klockan över {{wall}}. Det blir {{time}}.',
  repeated: 'Den natten visar klockan {{wall}} två gånger. Den första gäller.',
  second: 'Den andra gången {{wall}} gäller',
  next_day: 'Slutar nästa dag, {{day}} kl. {{time}}',
} satisfies Translation<typeof en>
