import { expect, test } from "vitest"
import { Browser, textOf } from "../../support/app"

test("with the live demo off no page leads to it, and its address says so without promising one", async () => {
  const visitor = new Browser()
  for (const path of ["/", "/about", "/contact", "/demo-request", "/help"])
    expect([path, (await visitor.html(path)).includes('href="/demo"')]).toEqual([path, false])
  const page = await visitor.visit("/demo")
  expect(page.status).toBe(200)
  const text = await textOf(page)
  expect(text).toContain("The live demo is off at the moment. Request a demo")
  expect(text).not.toContain("You get a copy of your own")
  expect((await visitor.submit("/demo", { role: "admin" })).status).toBe(409)
})
