import { expect, test } from "vitest"
import { offlinePage } from "./offline-page"

test("says that saved attendance is sent later, and lists what is saved", async () => {
  expect(await offlinePage([]).text()).toContain("Saved attendance is sent later.")
  const html = await offlinePage([{ path: "/today", title: "Today", at: 0 }]).text()
  expect(html).toContain('<a href="/today">Today</a>')
})
