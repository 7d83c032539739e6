import { useLocation } from "@remix-run/react"
import { type ReactNode, useEffect, useRef } from "react"
import { LinkButton } from "./button"
import { openPart, toClosedPart, toOpenPart } from "./edited-part"
import { type Fact, FactList } from "./fact-list"
import { useMaySend } from "./limits"

type EditablePartProps = {
  /** names the part in the address */
  id: string
  title: string
  /** what it is for */
  about?: ReactNode
  /** its values, read in place of the form */
  facts?: readonly Fact[]
  /** what is read in place of the form where facts don't do */
  text?: ReactNode
  /** what stays in view while the form is open, such as a list that it adds to */
  list?: ReactNode
  /** what follows the form or the text */
  below?: ReactNode
  /** the button that opens the form */
  edit?: string
  /** the form was sent and has something to say, so it stays open */
  isAnswered?: boolean
  /** there is nothing to change yet, so it stays without its button and its facts */
  isFixed?: boolean
  /** the form, with `PartButtons` or `CancelEdit` in it */
  children: ReactNode
}

/**
 * A part of a page that is text first: its button opens the form in the same place, by the address, so that it works
 * without a script too. Where the viewer may not change it, it stays text.
 */
export function EditablePart(props: EditablePartProps) {
  const { id, title, about, facts, text, list, below, edit, isAnswered = false, isFixed, children } = props
  const { pathname, search } = useLocation()
  const isOpen = useMaySend(pathname) && !isFixed && (isAnswered || openPart(search) === id)
  const section = useRef<HTMLElement>(null)
  useFocusInside(section, isOpen, isAnswered)
  return (
    <section ref={section} className="section editable-part" aria-labelledby={`${id}-title`} id={id}>
      <header>
        <h2 id={`${id}-title`}>{title}</h2>
        {isOpen || isFixed ? null : <EditLink id={id} title={title} label={edit} />}
      </header>
      {about ? <p className="dim">{about}</p> : null}
      {list}
      {isOpen ? <div className="edited">{children}</div> : (text ?? null)}
      {isOpen || isFixed || !facts ? null : <FactList facts={facts} />}
      {below}
    </section>
  )
}

function EditLink({ id, title, label }: { id: string; title: string; label?: string }) {
  const { pathname, search } = useLocation()
  if (!useMaySend(pathname)) return null
  return (
    <LinkButton
      to={toOpenPart(pathname, search, id)}
      preventScrollReset
      aria-label={label ? undefined : `Edit: ${title}`}
    >
      {label ?? "Edit"}
    </LinkButton>
  )
}

/** Leaves the open part as it was. */
export function CancelEdit({ part, children = "Cancel" }: { part: string; children?: string }) {
  const { pathname, search } = useLocation()
  return (
    <LinkButton to={toClosedPart(pathname, search, part)} preventScrollReset>
      {children}
    </LinkButton>
  )
}

/** With a script, the focus goes into the form that opens, and back to its button when it closes. */
export function useFocusInside(
  section: { current: HTMLElement | null },
  isOpen: boolean,
  isAnswered: boolean,
  button = "header a",
) {
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current === isOpen) return
    wasOpen.current = isOpen
    // The summary of what is wrong has the focus first.
    if (isAnswered) return
    const field = "input:not([type=hidden]), select, textarea"
    section.current?.querySelector<HTMLElement>(isOpen ? `.edited :is(${field})` : button)?.focus()
  }, [section, isOpen, isAnswered, button])
}
