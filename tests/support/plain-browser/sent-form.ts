import type {
  Element,
  HTMLButtonElement,
  HTMLFormElement,
  HTMLInputElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
} from "happy-dom"
import type { Outgoing } from "./requests"

// A form as a browser without scripts sends it.

export type GivenFile = { name: string; mimeType: string; buffer: Buffer }
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement | HTMLButtonElement
type Entry = [name: string, value: string | GivenFile]

const named = "input,select,textarea,button"

/** The controls of a form, also those elsewhere that name it. */
export function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.ownerDocument.querySelectorAll(named)].filter((control): control is Control =>
    control.hasAttribute("form")
      ? control.getAttribute("form") === form.id
      : control.closest("form") === form,
  )
}

export const isDisabled = (control: Element): boolean =>
  control.hasAttribute("disabled") ||
  [...ancestors(control)].some(
    (around) =>
      around.localName === "fieldset" &&
      around.hasAttribute("disabled") &&
      !around.querySelector(":scope > legend")?.contains(control),
  )

function* ancestors(element: Element) {
  for (let around = element.parentElement; around; around = around.parentElement) yield around
}

/** The button that Enter presses; it may be disabled. */
export const defaultButton = (form: HTMLFormElement): Control | undefined =>
  controlsOf(form).find(
    (control) =>
      (control.localName === "button" && control.type === "submit") ||
      (control.localName === "input" && /^(submit|image)$/.test(control.type)),
  )

/** Lists show what the page chose for them. */
export function chooseAsWritten(form: {
  querySelectorAll(selector: "select"): ArrayLike<HTMLSelectElement>
}) {
  for (const select of Array.from(form.querySelectorAll("select"))) {
    const options = [...select.options]
    const written = options.filter((option) => option.hasAttribute("selected"))
    if (select.multiple) for (const option of options) option.selected = written.includes(option)
    else {
      const chosen = written.at(-1) ?? options.find((option) => !option.hasAttribute("disabled"))
      if (chosen) select.selectedIndex = options.indexOf(chosen)
    }
  }
}

/** Whether a browser would ask for something else before it sends the form. */
export function isRefused(control: Control): boolean {
  const type = typeOf(control)
  const asked = (name: string) => control.getAttribute(name)
  if (
    isDisabled(control) ||
    /^(button|submit|reset|image|hidden)$/.test(type) ||
    control.hasAttribute("readonly")
  )
    return false
  if (/^(checkbox|radio)$/.test(type)) {
    const group = control.form
      ? controlsOf(control.form).filter(({ name }) => name === control.name)
      : [control]
    const isChosen = (type === "radio" ? group : [control]).some((each) => (each as HTMLInputElement).checked)
    return control.hasAttribute("required") && !isChosen
  }
  const { value } = control
  if (value === "") return control.hasAttribute("required") && type !== "file"
  const isNumber = type === "number"
  const [least, most, step, pattern] = [asked("min"), asked("max"), asked("step") ?? "1", asked("pattern")]
  const isBelow = (one: string, other: string) => (isNumber ? Number(one) < Number(other) : one < other)
  if (least && isBelow(value, least)) return true
  if (most && isBelow(most, value)) return true
  const steps = (Number(value) - Number(least ?? 0)) / Number(step)
  if (isNumber && step !== "any" && Math.abs(steps - Math.round(steps)) > 1e-6) return true
  if (type === "email" && !/^[^\s@]+@[^\s@]+$/.test(value)) return true
  return pattern !== null && !new RegExp(`^(?:${pattern})$`, "v").test(value)
}

const typeOf = (control: Control) => (control.localName === "input" ? control.type : control.localName)

function entriesOf(
  form: HTMLFormElement,
  button: Element | undefined,
  files: WeakMap<Element, GivenFile[]>,
): Entry[] {
  return controlsOf(form).flatMap((control): Entry[] => {
    const type = typeOf(control)
    const isLeftOut = /^(button|submit|reset|image)$/.test(type) && control !== button
    if (!control.name || isLeftOut || isDisabled(control) || control.closest("datalist")) return []
    if (type === "select")
      return [...(control as HTMLSelectElement).options]
        .filter((option) => option.selected && !option.disabled)
        .map((option) => [control.name, option.value])
    if (type === "file") {
      const given = files.get(control) ?? []
      return given.length
        ? given.map((file) => [control.name, file])
        : [[control.name, { name: "", mimeType: "application/octet-stream", buffer: Buffer.alloc(0) }]]
    }
    if (/^(checkbox|radio)$/.test(type) && !(control as HTMLInputElement).checked) return []
    const value = /^(checkbox|radio)$/.test(type) && !control.hasAttribute("value") ? "on" : control.value
    return [[control.name, value.replace(/\r\n|\r|\n/g, "\r\n")]]
  })
}

/** What a browser asks for when the form is sent; undefined when it shows what is missing, or only closes a dialog. */
export async function outgoingOf(
  form: HTMLFormElement,
  button: Element | undefined,
  url: string,
  files: WeakMap<Element, GivenFile[]>,
): Promise<Outgoing | undefined> {
  const of = (name: string) => button?.getAttribute(`form${name}`) ?? form.getAttribute(name)
  const method = (of("method") ?? "get").toUpperCase()
  if (method === "DIALOG") return undefined
  const entries = entriesOf(form, button, files)
  const action = new URL(of("action") || url, url)
  const texts = entries.map(([name, value]) => [name, typeof value === "string" ? value : value.name])
  if (method === "GET") {
    action.search = new URLSearchParams(texts).toString()
    return { url: action.href, from: url }
  }
  if (of("enctype") !== "multipart/form-data") {
    const body = Buffer.from(new URLSearchParams(texts).toString())
    return { url: action.href, method, body, type: "application/x-www-form-urlencoded", from: url }
  }
  const data = new FormData()
  for (const [name, value] of entries)
    if (typeof value === "string") data.append(name, value)
    else data.append(name, new File([new Uint8Array(value.buffer)], value.name, { type: value.mimeType }))
  const request = new Response(data)
  const type = request.headers.get("content-type") ?? ""
  return { url: action.href, method, body: Buffer.from(await request.arrayBuffer()), type, from: url }
}
