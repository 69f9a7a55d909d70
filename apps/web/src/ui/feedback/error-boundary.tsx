import { Component, type ReactNode } from 'react'
import { buttonClass } from '../controls/button.tsx'
import { columnClass } from '../page/column.ts'
import { PageTitle } from '../page/page-title.tsx'

/** Shows the words of the specification, which are the same in every language. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    return this.state.hasFailed ? (
      <ErrorScreen detail="Reload the page to go on. Ladda om sidan." />
    ) : (
      this.props.children
    )
  }
}

export function ErrorScreen({ detail }: { detail: string }) {
  return (
    <main className={columnClass({ className: 'pt-12' })}>
      <PageTitle title="Unexpected Application Error!" />
      <p className="mt-2 text-ink-2">{detail}</p>
      <p className="mt-6">
        <a className={buttonClass()} href={location.pathname}>
          Reload
        </a>
      </p>
    </main>
  )
}
