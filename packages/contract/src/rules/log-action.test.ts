import { expect, it } from 'vitest'
import { logActions, logEntities } from './log-action.ts'

it('can be filtered by the entity of every action', () => {
  expect(new Set(logActions.map((action) => action.split('.')[0]))).toEqual(new Set(logEntities))
})
