import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react"
import { flushSync } from "react-dom"
import {
  choiceOf,
  type NameChoice,
  type NameOffer,
  onlySearch,
  shownAs,
} from "~/models/foundation/name-search/name-search"
import { countOf } from "~/utils/formats"
import type { NameChoiceProps } from "./name-choice-props"

export type NameComboboxProps = NameChoiceProps & {
  source: string
  /** what was typed before this was loaded, and whether the field had the focus */
  began: { text: string; hasFocus: boolean }
}

/** A short pause saves a request between two letters. */
const pauseMs = 150

/** Suggests names while someone types: arrows move, Enter chooses and never sends the form, Escape closes. */
export function NameCombobox(props: NameComboboxProps) {
  const { id, name, label, sought, offer, value, hint, problem, source, began, onChoose, isPosted } = props
  const find = props.find ?? onlySearch
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const hidden = useRef<HTMLInputElement>(null)
  const known = offer.choices.find((choice) => choice.value === value)
  const [text, setText] = useState(began.text || (known?.label ?? ""))
  const [chosen, setChosen] = useState(began.text ? "" : value)
  const [isOpen, setOpen] = useState(began.hasFocus)
  const [index, setIndex] = useState(0)
  const isTyped = chosen === ""
  const { choices, state } = useSuggestions(source, isTyped ? text.trim() : "", isOpen && isTyped)
  const listed = isOpen && isTyped ? choices : []
  const current = Math.min(index, listed.length - 1)

  // The address leads, also after Back; so does what was sent.
  const valueBefore = useRef(value)
  useEffect(() => {
    if (valueBefore.current === value) return
    valueBefore.current = value
    setChosen(value)
    setText((typed) => known?.label ?? (value ? typed : ""))
  }, [value, known?.label])
  useEffect(() => {
    if (began.hasFocus) input.current?.focus()
  }, [began.hasFocus])
  useEffect(() => {
    document.getElementById(`${listId}${current}`)?.scrollIntoView({ block: "nearest" })
  }, [listId, current])

  const choose = (choice: NameChoice) => {
    flushSync(() => {
      setChosen(choice.value)
      setText(choice.label)
      setOpen(false)
    })
    const form = hidden.current?.form
    if (form) onChoose?.(form)
  }
  const step = (by: number) => {
    setOpen(true)
    if (listed.length > 0) setIndex((current + by + listed.length) % listed.length)
  }
  const take = (event: KeyboardEvent<HTMLInputElement>): boolean => {
    if (event.nativeEvent.isComposing) return false
    const meant = listed[current]
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp":
        step(event.key === "ArrowDown" ? 1 : -1)
        return true
      case "Enter":
        if (meant) choose(meant)
        else setOpen(true)
        return true
      case "Escape":
        setOpen(false)
        return isOpen
      default:
        return false
    }
  }
  const describedBy = [hint ? `${id}-description` : "", problem ? `${id}-error` : ""].filter(Boolean)
  return (
    <div className={problem ? "field name-choice invalid" : "field name-choice"}>
      <label htmlFor={id}>{label}</label>
      {hint ? (
        <div className="hint" id={`${id}-description`}>
          {hint}
        </div>
      ) : null}
      {problem ? (
        <span className="error" id={`${id}-error`}>
          {problem}
        </span>
      ) : null}
      <input ref={hidden} type="hidden" name={name} value={chosen} />
      {isPosted ? (
        <>
          <input type="hidden" name={shownAs(find)} value={isTyped ? "" : text} />
          <input type="hidden" name={choiceOf(find)} value={name} />
        </>
      ) : null}
      <input
        ref={input}
        id={id}
        name={isPosted ? find : undefined}
        type="text"
        role="combobox"
        aria-expanded={listed.length > 0}
        aria-controls={listed.length > 0 ? listId : undefined}
        aria-activedescendant={listed.length > 0 ? `${listId}${current}` : undefined}
        aria-autocomplete="list"
        aria-invalid={problem ? true : undefined}
        aria-describedby={describedBy.join(" ") || undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        placeholder={`Find ${sought} by name`}
        value={text}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onChange={({ target }) => {
          setText(target.value)
          setChosen("")
          setIndex(0)
          setOpen(true)
        }}
        onKeyDown={(event) => take(event) && event.preventDefault()}
      />
      {listed.length > 0 ? (
        <div role="listbox" id={listId} aria-label={label}>
          {listed.map((choice, own) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the field above has the keyboard and says which option is meant
            <div
              role="option"
              key={choice.value}
              id={`${listId}${own}`}
              aria-selected={own === current}
              onMouseMove={() => setIndex(own)}
              onMouseDown={(event) => {
                // The field keeps the focus, which would close the list.
                event.preventDefault()
                choose(choice)
              }}
            >
              {choice.label} {choice.group ? <span className="dim">{choice.group}</span> : null}
            </div>
          ))}
        </div>
      ) : null}
      <p className="dim" role="status">
        {isOpen && isTyped ? statusText(text.trim(), state, listed.length) : ""}
      </p>
    </div>
  )
}

type State = "waiting" | "answered" | "failed"

function statusText(text: string, state: State, count: number): string {
  if (state === "failed") return "We can’t search right now. Check your connection and type again."
  if (count > 0) return `${countOf(count, "suggestion")}. Use the arrow keys and Enter.`
  if (!text) return ""
  return state === "waiting" ? "Searching…" : `No results for “${text}.”`
}

/** What the server suggests for a text once typing pauses. */
function useSuggestions(source: string, text: string, isWanted: boolean) {
  const [answer, setAnswer] = useState<{ text?: string; choices: NameChoice[]; state: State }>({
    choices: [],
    state: "waiting",
  })
  useEffect(() => {
    if (!isWanted) return
    const asking = new AbortController()
    const timer = setTimeout(
      () =>
        ask(source, text, asking.signal).then(
          ({ choices }) => setAnswer({ text, choices, state: "answered" }),
          () => asking.signal.aborted || setAnswer({ text, choices: [], state: "failed" }),
        ),
      pauseMs,
    )
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [source, text, isWanted])
  return answer.text === text ? answer : { choices: [], state: "waiting" as const }
}

async function ask(source: string, text: string, signal: AbortSignal): Promise<NameOffer> {
  const address = new URL(source, window.location.href)
  address.searchParams.set("find", text)
  const answer = await fetch(address, { signal, headers: { Accept: "application/json" } })
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`)
  return answer.json()
}
