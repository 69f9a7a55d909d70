import { expect, test } from 'vitest'
import { isNestedTooDeep } from './nesting.ts'

const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

test.each([
  ['64 levels', lists(64), false],
  ['65 levels', lists(65), true],
  ['lists that never end', '['.repeat(65), true],
  ['objects', '{"a":'.repeat(65), true],
  ['lists and objects in turn', '[{"a":'.repeat(33), true],
  ['lists beside each other', `[${Array(1_000).fill('[]').join()}]`, false],
  ['brackets in a text', JSON.stringify({ notes: '[{'.repeat(1_000) }), false],
  ['brackets behind a quote in a text', JSON.stringify({ notes: `"${'['.repeat(1_000)}` }), false],
  ['brackets after a backslash that ends a text', `["\\\\",${'['.repeat(65)}`, true],
])('%s', (_what, json, expected) => expect(isNestedTooDeep(json)).toBe(expected))
