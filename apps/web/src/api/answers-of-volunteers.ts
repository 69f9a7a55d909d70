import shapes from '@muster/contract/answers-of-volunteers.json'
import { openChecks } from './check-answer.ts'

export const isPromised = openChecks(shapes)
