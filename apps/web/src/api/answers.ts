import shapes from '@muster/contract/answers.json'
import { openChecks } from './check-answer.ts'

export const isPromised = openChecks(shapes)
