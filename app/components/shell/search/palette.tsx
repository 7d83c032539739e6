import { useLocation, useNavigate } from "@remix-run/react"
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useMemo, useRef, useState } from "react"
import type { Role } from "~/models/foundation/access/actor"
import type { StaffRole } from "~/models/foundation/access/staff-permissions"
import { type FoundGroup, findAmong, groupOf } from "~/models/overview/search/search"
import { paths } from "~/utils/paths"
import { listPages, searchPages } from "./pages"
import { readRecentPages } from "./recent-pages"
import { useSearchResults } from "./use-search-results"

export type PaletteProps = {
  /** whose recent pages are listed */
  owner: string
  role: Role | "super_admin"
  seesMoney: boolean
  /** what platform staff may open */
  staffRoles: readonly StaffRole[]
  onClose: () => void
}

/**
 * Search over every screen: recent pages, actions, pages and, for typed text, people, classes and invoices. A combobox:
 * arrows move, Enter opens, with Ctrl or Cmd in a new tab, Escape closes.
 */
export function Palette({ owner, role, seesMoney, staffRoles, onClose }: PaletteProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [text, setText] = useState("")
  const [index, setIndex] = useState(0)
  const sought = text.trim()
  const { groups: found, isLoading, hasFailed } = useSearchResults(sought)
  const groups = useMemo(() => {
    const recent = readRecentPages(owner)
      .filter(({ to }) => to !== pathname)
      .map((each) => ({ ...each, detail: null }))
    const looker = { role, seesMoney, staffRoles }
    const pages = sought ? searchPages(looker, sought) : listPages(looker)
    const seen = sought ? findAmong(recent, sought, 3) : { found: recent, more: false }
    return [...groupOf("Recent", seen), ...pages, ...found]
  }, [owner, pathname, role, seesMoney, staffRoles, sought, found])
  const options = groups.flatMap((group) => group.found)
  const current = Math.min(index, options.length - 1)

  useEffect(() => dialog.current?.showModal(), [])
  useEffect(() => {
    document.getElementById(`${id}${current}`)?.scrollIntoView({ block: "nearest" })
  }, [id, current])

  const go = (to: string, event: KeyboardEvent | MouseEvent) => {
    if (event.ctrlKey || event.metaKey) return void window.open(to, "_blank", "noopener")
    dialog.current?.close()
    navigate(to)
  }
  const step = (by: number) => setIndex((current + by + options.length) % options.length)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" && options.length > 0) step(1)
    else if (event.key === "ArrowUp" && options.length > 0) step(-1)
    else if (event.key === "Enter" && !event.nativeEvent.isComposing)
      go(options[current]?.to ?? paths.search(sought), event)
    else return
    event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on what is behind the dialog; Escape is the keyboard's way
    <dialog
      ref={dialog}
      className="palette"
      aria-label="Search and commands"
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && dialog.current.close()}
    >
      <div className="toolbar">
        <input
          className="fill"
          type="text"
          role="combobox"
          aria-label="Search"
          aria-expanded={options.length > 0}
          aria-controls={options.length > 0 ? `${id}list` : undefined}
          aria-activedescendant={options.length > 0 ? `${id}${current}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder="Name, class, invoice number or page"
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setIndex(0)
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="button plain" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
      {options.length > 0 ? (
        <Options id={id} groups={groups} current={current} onChoose={go} onPoint={setIndex} />
      ) : null}
      <p className="dim" role="status">
        {statusText({ sought, isLoading, hasFailed, count: options.length })}
      </p>
    </dialog>
  )
}

type OptionsProps = {
  id: string
  groups: FoundGroup[]
  current: number
  onChoose: (to: string, event: MouseEvent) => void
  onPoint: (index: number) => void
}

function Options({ id, groups, current, onChoose, onPoint }: OptionsProps) {
  let index = -1
  return (
    <div role="listbox" id={`${id}list`} aria-label="Results">
      {groups.map(({ label, found }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options in a list, not of fields
        <div role="group" aria-label={label} key={label}>
          <span className="expression" aria-hidden="true">
            {label}
          </span>
          {found.map(({ to, title, detail }) => {
            index += 1
            const own = index
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard and says which option is meant
              // biome-ignore lint/a11y/useFocusableInteractive: as above
              <div
                role="option"
                key={own}
                id={`${id}${own}`}
                aria-selected={own === current}
                onMouseMove={() => onPoint(own)}
                onClick={(event) => onChoose(to, event)}
              >
                {title} {detail ? <span className="dim">{detail}</span> : null}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

type SearchState = { sought: string; isLoading: boolean; hasFailed: boolean; count: number }

function statusText({ sought, isLoading, hasFailed, count }: SearchState): string {
  if (!sought) return "Type a name or choose a page, then press Enter."
  if (isLoading) return "Searching…"
  if (hasFailed) return "We can’t search people and invoices right now, only pages."
  if (count === 0) return `No results for “${sought}”.`
  return `${count} found`
}
