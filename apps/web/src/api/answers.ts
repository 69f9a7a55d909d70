import shapes from '@muster/contract/answers.json'
import { createChecks } from './check-answer.ts'

export const isPromised = createChecks(shapes)
