import type { Translation } from '@muster/contract/translate'
import type en from './en.ts'

export default {
  displaced_one: 'Klockan hoppar över eller upprepar en timme. {{count}} pass behåller sin längd:',
  displaced_other: 'Klockan hoppar över eller upprepar en timme. {{count}} pass behåller sin längd:',
  shift: '{{role}}, {{time}} (tänkt: {{meant}})',
  conflicts: 'Två pass samtidigt, bara på grund av den timmen:',
  more: 'och {{count}} till',
} satisfies Translation<typeof en>
