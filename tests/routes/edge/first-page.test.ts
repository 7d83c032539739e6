import { describe, expect, test } from "vitest"
import { Browser, textOf } from "../../support/app"
import { addMember, openSchool } from "../../support/school"

const home = "/dashboard/teacher"

async function teacherAtHome() {
  const { actor } = openSchool()
  return Browser.of(addMember(actor, "teacher", "Marcus Whitfield").userId)
}

const styleOf = (html: string) => /<style nonce="[\w-]+">([\s\S]*?)<\/style>/.exec(html)?.[1] ?? ""

describe("the first page of the logged-in area", () => {
  test("brings the styles it uses, and the pages after it use their file", async () => {
    const teacher = await teacherAtHome()
    const first = await teacher.visit(home)
    expect(first.headers.get("Set-Cookie")).toMatch(/styles=[\w-]+; Path=\//)
    const html = await first.text()
    expect(styleOf(html).length).toBeGreaterThan(1000)
    expect(styleOf(html)).toContain(".sidebar")
    // What only other pages draw, more than half, comes with the file.
    expect(styleOf(html).length).toBeLessThan(60_000)
    expect(html).toMatch(/<link rel="stylesheet" href="[^"]+" media="print"/)

    const next = await teacher.visit(home)
    expect(next.headers.get("Set-Cookie") ?? "").not.toContain("styles=")
    const later = await next.text()
    expect(styleOf(later)).toBe("")
    expect(later).toMatch(/<link rel="stylesheet" href="[^"]+"\/>/)
  })
})

describe("light pages", () => {
  test("come without scripts where the browser saves data", async () => {
    const teacher = await teacherAtHome()
    const html = await teacher.html(home, { "Save-Data": "on" })
    expect(html).not.toMatch(/<script|modulepreload|<noscript/)
    expect(html).toContain('class="app light"')
    // What is meant for a browser without scripts is there.
    expect(html).toContain("Times are in the school’s time zone")
    expect(await teacher.html(home)).toContain("<script")
  })

  test("can be chosen for a device, and turned off again", async () => {
    const teacher = await teacherAtHome()
    const page = "/settings/preferences"
    const on = await teacher.submit(page, { intent: "light", light: "on" })
    expect(on.status).toBe(303)
    const html = await teacher.html(page)
    expect(html).not.toContain("<script")
    expect(await textOf(new Response(html))).toContain("Data saver turned on for this device.")
    await teacher.submit(page, { intent: "light" })
    expect(await teacher.html(home)).toContain("<script")
  })
})
