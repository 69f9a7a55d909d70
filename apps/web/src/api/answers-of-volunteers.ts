import shapes from '@muster/contract/answers-of-volunteers.json'
import { createChecks } from './check-answer.ts'

export const isPromised = createChecks(shapes)
