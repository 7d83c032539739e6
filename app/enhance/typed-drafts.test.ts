import { JSDOM, VirtualConsole } from "jsdom"
import { afterEach, expect, test, vi } from "vitest"
import { bringDraftsBack, keepDrafts } from "./typed-drafts"

// What a visitor typed and chose in a form, after the page was loaded again with what it offers by then.

afterEach(() => void vi.unstubAllGlobals())

const kept = new Map<string, string>()

function open(fields: string): HTMLFormElement {
  vi.unstubAllGlobals()
  const { window } = new JSDOM(`<form id="inquiry">${fields}<textarea name="message"></textarea></form>`, {
    url: "http://localhost/s/harmony/trial",
    virtualConsole: new VirtualConsole(),
  })
  class Reload {
    type = "reload"
  }
  for (const kind of [
    "HTMLFormElement",
    "HTMLInputElement",
    "HTMLSelectElement",
    "HTMLTextAreaElement",
  ] as const)
    vi.stubGlobal(kind, window[kind])
  vi.stubGlobal("FormData", window.FormData)
  vi.stubGlobal("HTMLButtonElement", window.HTMLButtonElement)
  vi.stubGlobal("PerformanceNavigationTiming", Reload)
  vi.stubGlobal("performance", { getEntriesByType: () => [new Reload()] })
  vi.stubGlobal("document", window.document)
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  const form = window.document.forms[0]
  if (!form) throw new Error("The page has no form.")
  return form
}

/** Leaves the page as the browser does when it loads it again. */
function leave() {
  vi.stubGlobal("addEventListener", (_: string, hide: () => void) => hide())
  keepDrafts()
}

const sentBy = (form: HTMLFormElement) => [...new FormData(form)].map(([name, value]) => `${name}=${value}`)

const time = (value: string, more = "") => `<input type="radio" name="time" value="${value}" ${more}>`
const box = (value: string, more = "") => `<input type="checkbox" name="times" value="${value}" ${more}>`
const classes = (...ids: string[]) =>
  `<select name="classId">${["", ...ids].map((id) => `<option value="${id}">${id}</option>`).join("")}</select>`

test("is there again: what was typed, one of several times, the boxes that were checked, a class", () => {
  const page = `${time("9:00")}${time("10:00")}${box("1-evening")}${box("2-evening")}${box("3-evening", "checked")}
    ${classes("choir", "band")}<input name="firstName"><input type="hidden" name="begun" value="1">`
  const form = open(page)
  for (const [name, value] of [
    ["time", "10:00"],
    ["times", "2-evening"],
  ] as const)
    form.querySelector<HTMLInputElement>(`[name=${name}][value="${value}"]`)?.click()
  form.querySelector<HTMLInputElement>("[value='3-evening']")?.click()
  for (const [name, value] of [
    ["firstName", "Nils"],
    ["classId", "band"],
    ["message", "He whistles."],
  ] as const) {
    const field = form.elements.namedItem(name) as HTMLInputElement
    field.value = value
  }
  leave()
  const again = open(page.replace('value="1"', 'value="2"'))
  bringDraftsBack()
  expect(sentBy(again)).toEqual([
    ...["time=10:00", "times=2-evening", "classId=band", "firstName=Nils", "begun=2", "message=He whistles."],
  ])
})

test("a time, a box or a class that isn't offered any more isn't sent in the name of another", () => {
  const form =
    open(`${time("9:00", "checked")}${time("10:00")}<input type="checkbox" name="consents" value="v1" checked>
    ${classes("choir")}`)
  const field = form.elements.namedItem("classId") as HTMLSelectElement
  field.value = "choir"
  leave()
  const again = open(`${time("10:00")}<input type="checkbox" name="consents" value="v2">${classes("band")}`)
  bringDraftsBack()
  expect(sentBy(again)).toEqual(["classId=", "message="])
  expect([...again.querySelectorAll("input")].map(({ value }) => value)).toEqual(["10:00", "v2"])
})

test("a page without a draft keeps what it has chosen", () => {
  kept.clear()
  const form = open(time("9:00", "checked"))
  bringDraftsBack()
  expect(sentBy(form)).toEqual(["time=9:00", "message="])
})
