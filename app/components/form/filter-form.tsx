import { Form, useLocation } from "@remix-run/react"
import { type ReactNode, useEffect, useRef } from "react"

type FilterFormProps = {
  /** the form's name for screen readers */
  label: string
  /** whether it holds a text field, whose button always shows */
  hasText?: boolean
  children: ReactNode
}

/** A list's filters. A select applies as it changes and keeps the focus; without a script the button applies all. */
export function FilterForm({ label, hasText, children }: FilterFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const changed = useRef<string>()
  const { search } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the address has changed
  useEffect(() => {
    const field = changed.current && form.current?.elements.namedItem(changed.current)
    if (field instanceof HTMLSelectElement) field.focus()
    changed.current = undefined
  }, [search])
  return (
    <Form
      ref={form}
      method="get"
      className="toolbar no-print"
      role="search"
      aria-label={label}
      onChange={({ target }) => {
        if (!(target instanceof HTMLSelectElement)) return
        changed.current = target.name
        form.current?.requestSubmit()
      }}
    >
      {children}
      <button className={hasText ? "button" : "button noscript"} type="submit">
        {hasText ? "Search" : "Apply"}
      </button>
    </Form>
  )
}
