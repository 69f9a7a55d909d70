import { expect, it, vi } from 'vitest'
import { deviceStorage, readJson } from './storage.ts'

const block = () =>
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  })

it('keeps what it is given in the browser', () => {
  deviceStorage.setItem('language', 'sv')
  expect(localStorage.getItem('language')).toBe('sv')
  expect(deviceStorage.getItem('language')).toBe('sv')
  deviceStorage.removeItem('language')
  expect(localStorage.getItem('language')).toBeNull()
})

it('keeps it in the page where the browser has blocked its storage', () => {
  block()
  expect(deviceStorage.getItem('language')).toBeNull()
  deviceStorage.setItem('language', 'sv')
  expect(deviceStorage.getItem('language')).toBe('sv')
  deviceStorage.removeItem('language')
  expect(deviceStorage.getItem('language')).toBeNull()
})

it('forgets the copy of a full storage once there is room', () => {
  const full = vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  })
  deviceStorage.setItem('language', 'sv')
  expect(deviceStorage.getItem('language')).toBe('sv')
  full.mockRestore()
  deviceStorage.setItem('language', 'en')
  localStorage.setItem('language', 'sv')
  expect(deviceStorage.getItem('language')).toBe('sv')
  deviceStorage.removeItem('language')
})

it('reads no invalid JSON', () => {
  localStorage.setItem('volunteer', '{')
  expect(readJson(deviceStorage, 'volunteer')).toBeNull()
})
