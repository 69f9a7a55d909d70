import { costlyLetters, countSms } from '@muster/contract/rules/segments'
import { useText } from './texts.ts'

export function SmsCount({ id, text }: { id: string; text: string }) {
  const t = useText()
  const { characters, segments, remaining } = countSms(text.trim())
  return (
    <p id={id} className="text-meta tabular-nums">
      <b>{t('sms.count', { used: characters, room: characters + remaining })}</b>
      {', '}
      {t('sms.segments', { count: Math.max(1, segments) })}
    </p>
  )
}

export function SmsCost({ id, text }: { id: string; text: string }) {
  const t = useText()
  const letters = costlyLetters(text)
  const shown = letters.slice(0, 5).join(' ')
  return (
    <p id={id} className="mt-1.5 text-hint text-ink-3 empty:hidden">
      {letters.length > 0 &&
        t(countSms(text).encoding === 'UCS-2' ? 'sms.dear_letters' : 'sms.double_letters', {
          letters: shown,
        })}
    </p>
  )
}
