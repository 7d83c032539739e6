import { useLocation } from "@remix-run/react"
import { useEffect, useRef } from "react"
import { onceName, shownName, writeShown } from "~/utils/form-marks"

/**
 * What a form carries for itself (utils/form-marks.ts). The server writes it into the document; a script fills it where it has
 * drawn the form itself, and empties it when the form was carried out.
 */
export function FormMark({ isEdit, shown }: { isEdit: boolean; shown?: string }) {
  const input = useRef<HTMLInputElement>(null)
  const { pathname, search } = useLocation()
  useEffect(() => fillMark(input.current?.form ?? null, pathname + search), [pathname, search])
  return (
    <input
      ref={input}
      type="hidden"
      name={isEdit ? shownName : onceName}
      defaultValue={shown}
      autoComplete="off"
      suppressHydrationWarning
    />
  )
}

const markOf = (form: HTMLFormElement) =>
  [...form.elements].find(
    (element): element is HTMLInputElement =>
      element instanceof HTMLInputElement && (element.name === shownName || element.name === onceName),
  )

/** Fills an empty mark by what the form holds now, before anything is typed. */
function fillMark(form: HTMLFormElement | null, page: string) {
  const mark = form && markOf(form)
  if (!mark || mark.value) return
  mark.value = mark.name === onceName ? newToken() : writeShown(page, valuesIn(form))
}

/**
 * The form was answered, and is another one from now on. An edit form that was refused still says what it showed first, and one that
 * didn't arrive is the same when it is sent again.
 */
export function renewMark(form: HTMLFormElement | null, page: string, answer: unknown) {
  const mark = form && markOf(form)
  const told = typeof answer === "object" && answer !== null ? answer : undefined
  const isLost = told !== undefined && "isUnreachable" in told && !("isKept" in told)
  if (!mark || isLost || (told && !("isKept" in told) && mark.name === shownName)) return
  mark.value = ""
  // Conform draws the saved values first.
  setTimeout(() => fillMark(form, page), 50)
}

const newToken = () =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("")

/** The values of a form's fields as its submission would name them, without those that show nothing. */
function valuesIn(form: HTMLFormElement): [string, string][] {
  return [...form.elements].flatMap((control): [string, string][] => {
    if (
      !(
        control instanceof HTMLInputElement ||
        control instanceof HTMLTextAreaElement ||
        control instanceof HTMLSelectElement
      )
    )
      return []
    if (!control.name || control.disabled || besides.has(control.type)) return []
    if (control instanceof HTMLSelectElement)
      return [...control.selectedOptions]
        .filter(({ value }) => value)
        .map(({ value }) => [control.name, value])
    const isBox = control.type === "checkbox" || control.type === "radio"
    return control.value && (!isBox || (control as HTMLInputElement).checked)
      ? [[control.name, control.value]]
      : []
  })
}

const besides = new Set(["hidden", "password", "file", "search", "submit", "button", "reset", "image"])
