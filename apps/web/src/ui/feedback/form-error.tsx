import { ErrorText } from './error-text.tsx'

/** Why a form as a whole was refused; read out when it appears. */
export function FormError(props: { text: string | undefined; className?: string }) {
  return <ErrorText role="alert" {...props} />
}
