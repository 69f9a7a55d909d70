import { readJson, tabStorage } from '../storage.ts'

export function readFromTab(name: string): unknown {
  return readJson(tabStorage, name)
}

export function keepInTab(name: string, value: unknown): void {
  if (value === undefined) tabStorage.removeItem(name)
  else tabStorage.setItem(name, JSON.stringify(value))
}
