import { expect, type Page } from "@playwright/test"

// What a device keeps while there is no network: looked up, and put there past its forms.

/** The addresses that the device keeps. */
export const keptOn = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("tutti-pages-"))
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return all.flat().map(({ url }) => url.slice(location.origin.length))
  })

export const untilKept = (page: Page, path: RegExp | string) =>
  expect
    .poll(
      async () =>
        (await keptOn(page)).some((kept) => (typeof path === "string" ? kept === path : path.test(kept))),
      {
        timeout: 60_000,
        message: `a kept copy of ${path}`,
      },
    )
    .toBe(true)

/** The page of the day's first lesson, whatever other journeys have saved of it. */
export async function firstLesson(page: Page) {
  const row = (await page.locator(".day-row").first().getAttribute("href")) ?? ""
  return `/classes/sessions/${row.split("#lesson-")[1]}`
}

/** One thing that the device keeps: a mark with its notes, or a message. */
export type Kept = { n: number; kind: "attendance" | "message"; row: number; code: string }

/**
 * In the page: keeps each thing as its form would without a connection, and lets it be sent until nothing waits. Answers what
 * the lesson's page then said, where that isn't what was kept.
 */
export async function keepAndSend({
  list,
  due,
  conversation,
}: {
  list: Kept[]
  due: string
  conversation: string
}) {
  const owner = document.querySelector<HTMLElement>("[data-kept-owner]")?.dataset.keptOwner ?? ""
  const keep = (key: string, item: object) => localStorage.setItem(key, JSON.stringify([item]))
  const isEmpty = () =>
    ["tutti-kept-registers", "tutti-kept-forms"].every((key) => (localStorage.getItem(key) ?? "[]") === "[]")
  const formAt = async (address: string, selector: string) => {
    const html = await (await fetch(address)).text()
    const form = new DOMParser().parseFromString(html, "text/html").querySelector<HTMLFormElement>(selector)
    if (!form) throw new Error(`${address} has no form.`)
    return form
  }
  const wrong: string[] = []
  for (const { n, kind, row, code } of list) {
    if (kind === "attendance") {
      const form = await formAt(due, "#register")
      const fields = new FormData(form)
      const marks = [...fields.keys()].filter((name) => /^marks\..*code$/.test(name))
      const name = marks[row % marks.length] ?? ""
      fields.set(name, code)
      fields.set("privateNote", `Cut ${n}`)
      fields.set("intent", "save")
      const sessionId = due.split("/").at(-1)
      keep("tutti-kept-registers", {
        owner,
        sessionId,
        title: "Lesson",
        fields: [...fields],
        isRefused: false,
      })
    } else {
      const fields = new FormData(await formAt(conversation, "#reply"))
      fields.delete("file")
      fields.set("body", `Cut ${n}`)
      keep("tutti-kept-forms", {
        id: `cut-${n}`,
        owner,
        what: "Message",
        title: "Talk",
        address: conversation,
        fields: [...fields],
      })
    }
    const until = Date.now() + 20_000
    while (!isEmpty() && Date.now() < until) {
      window.dispatchEvent(new Event("online"))
      await new Promise((done) => setTimeout(done, 20))
    }
    if (!isEmpty()) wrong.push(`Cut ${n} still waits`)
    if (kind !== "attendance") continue
    const saved = new FormData(await formAt(due, "#register"))
    const marks = [...saved.keys()].filter((name) => /^marks\..*code$/.test(name))
    const said = [saved.get(marks[row % marks.length] ?? ""), saved.get("privateNote")].join()
    if (said !== `${code},Cut ${n}`) wrong.push(`Cut ${n}: ${said}`)
  }
  return wrong
}
