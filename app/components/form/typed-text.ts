import type { RefObject } from "react"
import { shownName } from "~/utils/form-marks"

// Restores what was typed but not saved when the person comes Back to the page or loads it again, as browsers do for pages
// without scripts, and when a phone has thrown the tab away meanwhile. It stays in the tab, belongs to the person who typed it, and never holds a password or a file.

type TypedControls = [name: string, value: string, isChecked: boolean][]
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Restores the form where the person came back to it, and stores it when it leaves the page. `wasSent` tells then whether it was
 * sent and not refused: nothing is stored. Returns what to call when the form goes.
 */
export function followTyped(element: HTMLFormElement, wasSent: RefObject<boolean>, isBack: boolean) {
  const key = keyOf(element)
  if (!key) return () => undefined
  if (isBack && cameBack()) restore(element, key)
  const keep = (typed: TypedControls) => {
    try {
      if (typed.length > 0) sessionStorage.setItem(key, JSON.stringify(typed))
      else sessionStorage.removeItem(key)
    } catch {
      // Without storage nothing is restored; the form works all the same.
    }
  }
  // A form that waits for its answer may never get one; one that was taken leads to its next page.
  const keepNow = () => {
    // A browser that brings this page back must not bring back what is saved already.
    if (wasSent.current && isTaken()) element.reset()
    keep(typedIn(element))
  }
  const keepWhenHidden = () => document.visibilityState === "hidden" && keepNow()
  addEventListener("pagehide", keepNow)
  document.addEventListener("visibilitychange", keepWhenHidden)
  return () => {
    removeEventListener("pagehide", keepNow)
    document.removeEventListener("visibilitychange", keepWhenHidden)
    keep(wasSent.current ? [] : typedIn(element))
  }
}

function isTaken(): boolean {
  const { state, formMethod = "GET" } = window.__remixRouter.state.navigation
  return state === "loading" && formMethod.toUpperCase() !== "GET"
}

let wasPopped = false
if (typeof window !== "undefined")
  addEventListener("popstate", () => {
    wasPopped = true
  })

/** Reached by Back within the area, or loaded by it or again. The first page of every document counts as a "POP" as well. */
function cameBack(): boolean {
  const [entry] = performance.getEntriesByType("navigation")
  return wasPopped || (entry instanceof PerformanceNavigationTiming && entry.type !== "navigate")
}

/** The storage key of a form on this page for the person it was rendered for. */
function keyOf(form: HTMLFormElement): string | undefined {
  const token = form.querySelector<HTMLInputElement>("input[name=formToken]")?.value
  const holder = token?.split(".")[1]
  if (!holder) return undefined
  const index = form.id || [...document.forms].indexOf(form)
  return `typed ${holder} ${location.pathname}${location.search} ${index}`
}

const isTypable = (control: Element): control is Control =>
  (control instanceof HTMLTextAreaElement ||
    control instanceof HTMLSelectElement ||
    (control instanceof HTMLInputElement &&
      !["password", "file", "hidden", "submit", "button"].includes(control.type))) &&
  control.name !== "" &&
  !control.closest("[hidden]")

const isCheckable = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === "checkbox" || control.type === "radio")

function isChanged(control: Control): boolean {
  if (isCheckable(control)) return control.checked !== control.defaultChecked
  if (control instanceof HTMLSelectElement)
    return [...control.options].some((option) => option.selected !== option.defaultSelected)
  return control.value !== control.defaultValue
}

/** All values of the form, once any of them differs from what the page came with. */
function typedIn(form: HTMLFormElement): TypedControls {
  const controls = [...form.elements].filter(isTypable)
  // A refused form arrives with the typed values as its initial ones, so a refusal counts as a change.
  const isRefused = form.querySelector("[aria-invalid=true], .field.invalid") !== null
  if (!isRefused && !controls.some(isChanged)) return []
  // What the form showed when it was filled in comes along: what is saved meanwhile isn't what this person saw.
  const shown = shownMarkOf(form)
  return [
    ...(shown?.value ? ([[shownName, shown.value, false]] satisfies TypedControls) : []),
    ...controls.map((control): TypedControls[number] => [
      control.name,
      control.value,
      isCheckable(control) && control.checked,
    ]),
  ]
}

const shownMarkOf = (form: HTMLFormElement) =>
  form.querySelector<HTMLInputElement>(`input[name=${shownName}]`)

/** Whether the form with this id differs from what the page came with. */
export function isTyped(formId: string): boolean {
  const form = document.getElementById(formId)
  return form instanceof HTMLFormElement && typedIn(form).length > 0
}

function restore(form: HTMLFormElement, key: string) {
  const stored = read(key)
  const [, shown] = stored.find(([name]) => name === shownName) ?? []
  const mark = shownMarkOf(form)
  if (mark && shown) mark.value = shown
  for (const control of [...form.elements].filter(isTypable)) {
    const index = stored.findIndex(
      ([name, value]) => name === control.name && (!isCheckable(control) || value === control.value),
    )
    const [found] = index < 0 ? [] : stored.splice(index, 1)
    if (!found) continue
    const [, value, isChecked] = found
    if (isCheckable(control)) control.checked = isChecked
    else control.value = value
    control.dispatchEvent(new Event("input", { bubbles: true }))
  }
}

function read(key: string): TypedControls {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? "[]")
    return Array.isArray(stored) ? (stored as TypedControls) : []
  } catch {
    return []
  }
}
