import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { useText } from './texts.ts'

const DIGITS = 6

/** Digits are sent as soon as there are six, once: a wrong code must not be sent again and again. */
export function CodeForm({
  label,
  hint,
  kind,
  size,
  submit,
  isBusy,
  error,
  onSubmit,
  children,
}: {
  label: string
  hint?: string | undefined
  kind: 'digits' | 'words'
  size?: 'big'
  submit: string
  isBusy: boolean
  error: string | undefined
  onSubmit: (code: string) => void
  children?: ReactNode
}) {
  const t = useText()
  const field = useRef<HTMLInputElement>(null)
  const sent = useRef('')
  const [text, setText] = useState('')
  const [isEmpty, setIsEmpty] = useState(false)

  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    // Selects the wrong code, so that typing replaces it.
    if (error) field.current?.select()
  }, [error])

  const send = (code: string) => {
    if (isBusy) return
    sent.current = code
    onSubmit(code)
  }
  const change = (next: string) => {
    setText(next)
    setIsEmpty(false)
    const code = codeOf(next, kind)
    if (kind === 'digits' && code.length === DIGITS && code !== sent.current) send(code)
  }
  const submitForm = (event: FormEvent) => {
    event.preventDefault()
    const code = codeOf(text, kind)
    setIsEmpty(code === '')
    if (code === '') field.current?.focus()
    else send(code)
  }

  return (
    <form className="grid gap-4" noValidate onSubmit={submitForm}>
      <TextField
        ref={field}
        label={label}
        hint={hint}
        inputMode={kind === 'digits' ? 'numeric' : 'text'}
        autoComplete={kind === 'digits' ? 'one-time-code' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        value={text}
        error={isEmpty ? t('challenge.code_required') : error}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size={size} busy={isBusy && t('challenge.busy')}>
          {submit}
        </Button>
        {children}
      </div>
    </form>
  )
}

function codeOf(text: string, kind: 'digits' | 'words'): string {
  return kind === 'digits' ? text.replace(/\D/g, '') : text.trim()
}
