import { expect, test } from "vitest"
import { openPart, toClosedPart, toOpenPart, unlessPartOpened } from "./edited-part"

test("a part is opened and closed in the address, and the rest of it stays", () => {
  expect(openPart("?edit=rooms")).toBe("rooms")
  expect(openPart("")).toBeNull()
  expect(toOpenPart("/settings/fields", "?for=teacher", "new")).toBe(
    "/settings/fields?for=teacher&edit=new#new",
  )
  expect(toOpenPart("/settings/school", "?edit=bank", "rooms")).toBe("/settings/school?edit=rooms#rooms")
  expect(toClosedPart("/settings/fields", "?for=teacher&edit=new", "new")).toBe(
    "/settings/fields?for=teacher#new",
  )
  expect(toClosedPart("/settings/school", "?edit=rooms", "rooms")).toBe("/settings/school#rooms")
})

test("opening doesn’t load the page again; a form and another page do", () => {
  const step = (from: string, to: string, formMethod?: "post") =>
    unlessPartOpened({
      currentUrl: new URL(from, "https://tutti.example"),
      nextUrl: new URL(to, "https://tutti.example"),
      currentParams: {},
      nextParams: {},
      formMethod,
      defaultShouldRevalidate: true,
    })
  expect(step("/settings/school", "/settings/school?edit=rooms")).toBe(false)
  expect(step("/settings/school?edit=rooms", "/settings/school")).toBe(false)
  expect(step("/settings/school?edit=rooms", "/settings/school", "post")).toBe(true)
  expect(step("/settings/school", "/settings/school")).toBe(true)
  expect(step("/settings/fields?for=teacher", "/settings/fields?for=student&edit=new")).toBe(true)
})
