export function phoneAddress(scheme: 'tel' | 'sms', phone: string): string {
  return `${scheme}:${phone.replace(/[^+\d]/g, '')}`
}
