import { Form, type FormProps, useSubmit } from "@remix-run/react"
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useRef } from "react"
import { Button } from "./button"

/**
 * The filters of a list as a GET form. With scripts a changed select submits it, otherwise its button does. On a phone a list that is
 * searched shows its search alone until Filters is pressed, so that its first row is on the first screen.
 */
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
      {props.role === "search" ? (
        <label className="button filters-fold">
          <input type="checkbox" />
          <span>Filters</span>
        </label>
      ) : null}
    </Form>
  )
}

type MoreFiltersProps = {
  isOpen: boolean
  near: ReactNode
  children: ReactNode
}

/** Filters that are shown when asked for, or when one of them narrows the list, after those that always are. Works without scripts. */
export function MoreFilters({ isOpen, near, children }: MoreFiltersProps) {
  return (
    <>
      {near}
      <label className="checkbox more-filters">
        <input type="checkbox" defaultChecked={isOpen} />
        <span>More filters</span>
      </label>{" "}
      <span className="further-filters">{children}</span>
    </>
  )
}

/** A select of a filter. It follows the address, also after Back, and keeps the focus while the list changes. */
export function FilterSelect({
  value,
  ...props
}: Omit<ComponentProps<"select">, "value"> & { value: string }) {
  const select = useRef<HTMLSelectElement>(null)
  useAddressValue(select, value)
  return <select {...props} ref={select} defaultValue={value} />
}

/** A text or a date of a filter, which follows the address in the same way. */
export function FilterInput({
  value = "",
  ...props
}: Omit<ComponentProps<"input">, "value"> & { type: "search" | "date" | "month"; value?: string }) {
  const input = useRef<HTMLInputElement>(null)
  useAddressValue(input, value)
  return <input {...props} ref={input} defaultValue={value} />
}

type FilterSearchProps = Omit<ComponentProps<"input">, "type" | "value"> & {
  value?: string
  /** what can be typed, where no label stands before it */
  sought?: string
}

/** The text that a list is searched for. */
export const FilterSearch = ({ sought, ...props }: FilterSearchProps) => (
  <>
    {sought ? (
      <label className="visually-hidden" htmlFor={props.id}>
        {sought}
      </label>
    ) : null}
    <FilterInput maxLength={100} placeholder={sought} {...props} type="search" />
  </>
)

type FilterChoiceProps = {
  id?: string
  name: string
  label: string
  /** the label stands before it; elsewhere it is only read out */
  isLabeled?: boolean
  /** what no choice means */
  every?: string
  value: string | undefined
  choices: readonly (readonly [value: string | number, label: ReactNode])[]
}

/** A filter that is chosen from a list. */
export function FilterChoice({ id, name, label, isLabeled, every, value = "", choices }: FilterChoiceProps) {
  const select = (
    <FilterSelect id={id} name={name} value={value}>
      {every === undefined ? null : <option value="">{every}</option>}
      {choices.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </FilterSelect>
  )
  return isLabeled ? (
    <label className="toolbar" htmlFor={id}>
      <span>{label}</span>
      {select}
    </label>
  ) : (
    <>
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      {select}
    </>
  )
}

/** A `key` would do the same with a new element, and the focus would be lost with the old one. */
function useAddressValue(field: RefObject<HTMLSelectElement | HTMLInputElement | null>, value: string) {
  useEffect(() => {
    if (field.current) field.current.value = value
  }, [field, value])
}

/** The button of filters that a script submits by itself. */
export function FilterButton({ children }: { children: string }) {
  return (
    <span className="noscript">
      <Button>{children}</Button>
    </span>
  )
}
