import { ErrorText } from './error-text.tsx'

export function FormError(props: { text: string | undefined; className?: string }) {
  return <ErrorText role="alert" {...props} />
}
