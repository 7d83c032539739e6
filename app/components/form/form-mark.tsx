import { useActionData, useLocation } from "@remix-run/react"
import { useEffect, useRef } from "react"
import { onceName, readShown, shownName, writeShown } from "~/utils/form-marks"

/**
 * What a form carries for itself (utils/form-marks.ts). The server writes it into the document; a script fills it where it has
 * drawn the form itself, and empties it when the form was carried out.
 */
export function FormMark({ isEdit, shown }: { isEdit: boolean; shown?: string }) {
  const input = useRef<HTMLInputElement>(null)
  const { pathname, search } = useLocation()
  const isRefused = useActionData() !== undefined
  useEffect(
    () => fillMark(input.current?.form ?? null, pathname + search, isRefused),
    [pathname, search, isRefused],
  )
  const name = isEdit ? shownName : onceName
  return <input ref={input} type="hidden" name={name} data-shown={shown} suppressHydrationWarning />
}

/** The edit form that was sent last. */
let sent: { form: string; shown: string } | undefined
const nameOf = (form: HTMLFormElement | null) => `${window.location.pathname} ${form?.id}`

/** Keeps what an edit form says that it showed, for when its answer draws it as another element. */
export function noteSentMark(form: HTMLFormElement | null) {
  const mark = form && markOf(form)
  sent = mark?.name === shownName && form?.id ? { form: nameOf(form), shown: mark.value } : undefined
}

const markOf = (form: HTMLFormElement) =>
  [...form.elements].find(
    (element): element is HTMLInputElement =>
      element instanceof HTMLInputElement && (element.name === shownName || element.name === onceName),
  )

/**
 * Fills an empty mark by what the form holds now, before anything is typed. With its data read again, a refused form may be another
 * element: it holds what was typed, and says what was shown when it was sent.
 */
function fillMark(form: HTMLFormElement | null, page: string, isRefused = false) {
  const mark = form && markOf(form)
  if (!mark || mark.value) return
  const before = isRefused && sent?.form === nameOf(form) ? sent.shown : undefined
  mark.value =
    mark.name === onceName ? newToken() : (mark.dataset.shown ?? before ?? writeShown(page, valuesIn(form)))
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

/**
 * Someone else has saved the record meanwhile: what this person left as it was shows that now, and what they typed stays. From here on
 * the form says that it showed this.
 */
export function showSaved(form: HTMLFormElement | null, shown: string) {
  const mark = form && markOf(form)
  const [before, saved] = [readShown(mark?.value)?.values, readShown(shown)?.values]
  if (!mark || !before || !saved) return
  for (const control of controlsOf(form)) {
    const [own, theirs] = [before.get(control.name) ?? [], saved.get(control.name) ?? []]
    if (isBox(control)) {
      const isSaved = theirs.includes(control.value)
      // A click is what a box is heard by that the page itself keeps, such as an invoice's items with their sum.
      if (control.checked === own.includes(control.value) && control.checked !== isSaved) control.click()
    } else if (control.value === (own[0] ?? "") && control.value !== (theirs[0] ?? "")) {
      control.value = theirs[0] ?? ""
      tell(control)
    }
  }
  mark.value = shown
}

const tell = (control: Element) => {
  for (const kind of ["input", "change"]) control.dispatchEvent(new Event(kind, { bubbles: true }))
}

const newToken = () =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("")

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const besides = new Set(["hidden", "password", "file", "search", "submit", "button", "reset", "image"])

const isBox = (control: Control): control is HTMLInputElement =>
  control.type === "checkbox" || control.type === "radio"

/** The fields that hold something of a record. */
const controlsOf = (form: HTMLFormElement): Control[] =>
  [...form.elements].filter(
    (each): each is Control =>
      (each instanceof HTMLInputElement ||
        each instanceof HTMLTextAreaElement ||
        each instanceof HTMLSelectElement) &&
      each.name !== "" &&
      !each.disabled &&
      !besides.has(each.type),
  )

/** Their values as a submission would name them, without those that show nothing. */
const valuesIn = (form: HTMLFormElement): [string, string][] =>
  controlsOf(form).flatMap((control): [string, string][] => {
    if (control instanceof HTMLSelectElement)
      return [...control.selectedOptions]
        .filter(({ value }) => value)
        .map(({ value }) => [control.name, value])
    return control.value && (!isBox(control) || control.checked) ? [[control.name, control.value]] : []
  })
