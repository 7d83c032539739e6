import type { FormMetadata } from "@conform-to/react"
import { useEffect, useRef } from "react"
import { focusNew } from "~/components/ui/focus-new"
import { markTitle } from "~/utils/refused-title"

type SummaryForm = Pick<FormMetadata, "id" | "allErrors" | "errors">

/**
 * Everything that stopped the form, first in `main`, each line a link to its field. Renders nothing without errors. A
 * failure with its own title shows it first.
 */
export function ErrorSummary({ form, title }: { form: SummaryForm; title?: string }) {
  const summary = useRef<HTMLDivElement>(null)
  const problems = Object.entries(form.allErrors).filter(([name]) => name !== "")
  const content = JSON.stringify([problems, form.errors])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is scrolled into view, however far down the page was
  useEffect(() => {
    if (!summary.current) return
    focusNew(summary.current)
    document.title = markTitle(document.title, true)
    return () => {
      document.title = markTitle(document.title, false)
    }
  }, [content])
  if (problems.length === 0 && !form.errors?.length) return null
  const headingId = `${form.id}-problem`
  return (
    <div
      ref={summary}
      className="error-summary"
      role="alert"
      aria-labelledby={headingId}
      tabIndex={-1}
      data-error-summary=""
    >
      <h2 id={headingId}>There is a problem</h2>
      {title ? (
        <p>
          <b>{title}</b>
        </p>
      ) : null}
      <ul>
        {form.errors?.map((message) => (
          <li key={message}>{message}</li>
        ))}
        {problems.map(([name, messages]) => (
          <li key={name}>
            <a href={`#${form.id}-${fieldOf(name)}`}>{messages.join(" ")}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A wrong choice among several is corrected where their list begins. */
const fieldOf = (name: string) => name.replace(/\[\d*\]$/, "")
