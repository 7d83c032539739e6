import { Form, type FormProps, useSubmit } from "@remix-run/react"
import { type ComponentProps, useEffect, useRef } from "react"
import { Button } from "./button"

/** The filters of a list as a GET form. With scripts a changed select submits it, otherwise its button does. */
export function FilterForm({ children, ...props }: FormProps) {
  const submit = useSubmit()
  return (
    <Form
      {...props}
      className="toolbar no-print"
      method="get"
      onChange={({ target, currentTarget }) => {
        if (target instanceof HTMLSelectElement) submit(currentTarget, { preventScrollReset: true })
      }}
    >
      {children}
    </Form>
  )
}

/** A select of a filter. It follows the address, also after Back, and keeps the focus while the list changes. */
export function FilterSelect({
  value,
  ...props
}: Omit<ComponentProps<"select">, "value"> & { value: string }) {
  const select = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    if (select.current) select.current.value = value
  }, [value])
  return <select {...props} ref={select} defaultValue={value} />
}

/** A text of a filter. It follows the address, also after Back, and keeps the focus while the list changes. */
export function FilterSearch({
  value = "",
  ...props
}: Omit<ComponentProps<"input">, "type"> & { value?: string }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.value = value
  }, [value])
  return <input {...props} ref={input} type="search" defaultValue={value} maxLength={100} />
}

/** The button of filters that a script submits by itself. */
export function FilterButton({ children }: { children: string }) {
  return (
    <span className="noscript">
      <Button>{children}</Button>
    </span>
  )
}
