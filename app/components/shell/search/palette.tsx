import { useLocation, useNavigate } from "@remix-run/react"
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useMemo, useRef, useState } from "react"
import { type Found, type FoundGroup, furtherHelp, groupOf } from "~/models/overview/search/search"
import { findAmong } from "~/utils/find-among"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { readRecentPages } from "./recent-pages"

export type PaletteProps = {
  /** whose recent pages are listed */
  owner: string
  /** what was typed before it was there */
  typed: string
  onClose: () => void
}

/**
 * Search over every screen: recent pages, actions and pages; for typed text people, classes, invoices, settings and help. A combobox:
 * arrows move, Enter opens, with Ctrl or Cmd in a new tab, Escape closes. The right arrow behind the text, or the button
 * of a row, lists what can be done with the person found; the left arrow or typing leads back.
 */
export function Palette({ owner, typed, onClose }: PaletteProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [text, setText] = useState(typed)
  const [index, setIndex] = useState(0)
  const [doing, setDoing] = useState<{ found: Found; at: number }>()
  /** Enter was pressed before there was anything to open. */
  const [isAwaited, setAwaited] = useState(false)
  const sought = text.trim()
  const { groups: found, isLoading, hasFailed } = useSearchResults(sought)
  const listed = useMemo(() => {
    const recent = readRecentPages(owner)
      .filter(({ to }) => to !== pathname)
      .map((each) => ({ ...each, detail: null }))
    return sought
      ? [...groupOf("Recent", findAmong(recent, sought, 3)), ...found]
      : isLoading
        ? []
        : [...groupOf("Recent", { found: recent, more: false }), ...found]
  }, [owner, pathname, sought, found, isLoading])
  const isNothing = sought !== "" && !isLoading && !hasFailed && listed.length === 0
  const groups = doing ? [actsOf(doing.found)] : isNothing ? furtherHelp(sought) : listed
  const options = groups.flatMap((group) => group.found)
  const current = Math.min(index, options.length - 1)

  useEffect(() => dialog.current?.showModal(), [])
  useEffect(() => {
    document.getElementById(`${id}${current}`)?.scrollIntoView({ block: "nearest" })
  }, [id, current])

  const open = (to: string) => {
    dialog.current?.close()
    navigate(to)
  }
  const go = (to: string, event: KeyboardEvent | MouseEvent) =>
    event.ctrlKey || event.metaKey ? void window.open(to, "_blank", "noopener") : open(to)
  useEffect(() => {
    if (isAwaited && !isLoading) open(options[0]?.to ?? paths.search(sought))
  })
  const step = (by: number) => setIndex((current + by + options.length) % options.length)
  const showActs = (at: number) => {
    const found = options[at]
    if (!found?.acts) return false
    setDoing({ found, at })
    setIndex(0)
    return true
  }
  const leaveActs = () => {
    setIndex(doing?.at ?? 0)
    setDoing(undefined)
    return Boolean(doing)
  }
  /** Whether the key was meant for the list. */
  const take = (event: KeyboardEvent<HTMLInputElement>): boolean => {
    const { selectionStart, value } = event.currentTarget
    if (event.nativeEvent.isComposing) return false
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp":
        if (options.length > 0) step(event.key === "ArrowDown" ? 1 : -1)
        return options.length > 0
      case "ArrowRight":
        return selectionStart === value.length && showActs(current)
      case "ArrowLeft":
      case "Escape":
        return leaveActs()
      case "Enter":
        if (options.length === 0 && isLoading) setAwaited(true)
        else go(options[current]?.to ?? paths.search(sought), event)
        return true
      default:
        return false
    }
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
          placeholder="Name, page, setting or question"
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setIndex(0)
            setDoing(undefined)
            setAwaited(false)
          }}
          onKeyDown={(event) => take(event) && event.preventDefault()}
        />
        <button type="button" className="button plain" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
      {options.length > 0 ? (
        <PaletteOptions
          id={id}
          groups={groups}
          current={current}
          onChoose={go}
          onPoint={setIndex}
          onActs={showActs}
        />
      ) : null}
      <footer>
        <p className="dim" role="status">
          {statusText({
            sought,
            isLoading,
            hasFailed,
            count: isNothing ? 0 : options.length,
            doing: doing?.found.title,
          })}
          {options[current]?.acts ? " Press → for actions." : null}
        </p>
        <p className="keys dim" aria-hidden="true">
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> choose
          </span>{" "}
          <span>
            <kbd>Enter</kbd> open
          </span>
        </p>
      </footer>
    </dialog>
  )
}

/** What can be done with something found, after opening it. */
const actsOf = ({ title, to, acts = [] }: Found): FoundGroup => ({
  label: title,
  found: [
    { to, title: "Open", detail: null },
    ...acts.map((act) => ({ ...act, title: act.label, detail: null })),
  ],
  more: null,
})

type SearchState = {
  sought: string
  isLoading: boolean
  hasFailed: boolean
  count: number
  /** whose acts are listed */
  doing?: string
}

function statusText({ sought, isLoading, hasFailed, count, doing }: SearchState): string {
  if (doing) return `Actions for ${doing}. Press ← to go back.`
  if (hasFailed) return "We can’t search right now. Check your connection."
  if (!sought) return "Type a name, a page, a setting or a question."
  if (isLoading) return "Searching…"
  if (count === 0) return `No results for “${sought}.”`
  return `${countOf(count, "result")}.`
}

type PaletteOptionsProps = {
  id: string
  groups: FoundGroup[]
  current: number
  onChoose: (to: string, event: MouseEvent) => void
  onPoint: (index: number) => void
  onActs: (index: number) => void
}

/** What the palette lists, in its groups; the one that is meant shows where its actions are. */
function PaletteOptions({ id, groups, current, onChoose, onPoint, onActs }: PaletteOptionsProps) {
  let index = -1
  return (
    <div role="listbox" id={`${id}list`} aria-label="Results">
      {groups.map(({ label, note, found }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options in a list, not of fields
        <div role="group" aria-label={label} key={label}>
          <span className="expression" aria-hidden="true">
            {label}
          </span>
          {note ? <p className="answer">{note}</p> : null}
          {found.map(({ to, title, detail, where, acts }) => {
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
                <b>{title}</b> {detail ? <span className="dim">{detail}</span> : null}{" "}
                {where ? <span className="dim where">{where}</span> : null}{" "}
                {acts ? (
                  <span
                    aria-hidden="true"
                    className="acts"
                    onClick={(event) => {
                      event.stopPropagation()
                      onActs(own)
                    }}
                  >
                    Actions →
                  </span>
                ) : null}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

/** A short pause saves a request between two letters. */
const pauseMs = 120

type Answer = { text: string; groups: FoundGroup[]; hasFailed: boolean }
const nothing: FoundGroup[] = []

/**
 * The server's results for a text once typing pauses, and everything there is before anything is typed; until they come the
 * previous results that still match.
 */
function useSearchResults(text: string): {
  groups: FoundGroup[]
  isLoading: boolean
  hasFailed: boolean
} {
  const [answer, setAnswer] = useState<Answer>()
  useEffect(() => {
    const asking = new AbortController()
    const timer = setTimeout(
      () =>
        ask(text, asking.signal).then(
          (groups) => setAnswer({ text, groups, hasFailed: false }),
          () => asking.signal.aborted || setAnswer({ text, groups: nothing, hasFailed: true }),
        ),
      text ? pauseMs : 0,
    )
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [text])
  if (!answer) return { groups: nothing, isLoading: true, hasFailed: false }
  const { groups, hasFailed } = answer
  return answer.text === text
    ? { groups, isLoading: false, hasFailed }
    : { groups: text ? matchesText(groups, text) : nothing, isLoading: true, hasFailed }
}

const matchesText = (groups: FoundGroup[], text: string) =>
  groups.flatMap(({ label, found }) =>
    groupOf(
      label,
      findAmong(
        found.map((each) => ({
          ...each,
          also: `${each.detail ?? ""} ${each.where ?? ""}`,
          phone: each.detail,
        })),
        text,
        found.length,
      ),
    ),
  )

async function ask(text: string, signal: AbortSignal): Promise<FoundGroup[]> {
  const answer = await fetch(paths.searchData(text), { signal, headers: { Accept: "application/json" } })
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`)
  return answer.json()
}
