import { useNavigate } from "@remix-run/react"
import { type MouseEvent, type ReactNode, useEffect, useRef } from "react"
import { Link } from "~/components/ui/link"
import { type ListBehind, returnToList } from "./list-behind"

type ActDialogProps = {
  behind: ListBehind
  title: string
  expression: string
  back: string
  children: ReactNode
}

const titleId = "act-title"

/** An act's page over the list that it was opened from. Closing it, Escape and the browser’s way back lead to the list. */
export function ActDialog({ behind, title, expression, back, children }: ActDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const picture = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  useEffect(() => {
    picture.current?.replaceChildren(behind.picture.cloneNode(true))
    picture.current?.toggleAttribute("inert", true)
    if (dialog.current?.open === false) dialog.current.showModal()
    const field = "form :is(input:not([type=hidden]), select, textarea)"
    dialog.current?.querySelector<HTMLElement>(field)?.focus()
    scrollTo(0, behind.scrolled)
    return returnToList
  }, [behind])
  const close = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    dialog.current?.close()
  }
  return (
    <>
      <dialog
        ref={dialog}
        className="act-dialog"
        aria-labelledby={titleId}
        onClose={({ target }) => target === dialog.current && navigate(-1)}
      >
        <div className="stack">
          <header className="page-head">
            <div>
              <h1 id={titleId}>{title}</h1>
              <p className="expression">{expression}</p>
            </div>
            <Link className="button" to={back} onClick={close}>
              Close
            </Link>
          </header>
          {children}
        </div>
      </dialog>
      <div ref={picture} className="stack" aria-hidden="true" />
    </>
  )
}
