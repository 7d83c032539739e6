import { expect, test } from "vitest"
import { Browser } from "../../support/app"
import { withSettings } from "../../support/settings"

// The browser's own question for its country: asked of the service that is set, and of no other.
withSettings({ GEOLOCATION_URL: "https://where.example/json/?key=1" })

const attribute = (html: string, name: string) =>
  new RegExp(`${name}="([^"]*)"`).exec(html)?.[1]?.replaceAll("&quot;", '"')

test("the demo form names the service, the country of each code, and the policy lets only it be asked", async () => {
  const answer = await new Browser().visit("/demo-request", { "Accept-Language": "uk" })
  expect(answer.headers.get("Content-Security-Policy")).toContain("connect-src 'self' https://where.example;")
  const html = await answer.text()
  expect(attribute(html, "data-geolocation")).toBe("https://where.example/json/?key=1")
  expect(JSON.parse(attribute(html, "data-codes") ?? "{}")).toMatchObject({ ZA: "+27", CA: "+1", HK: "+852" })
  expect(html).not.toMatch(/<option[^>]*selected/)
})
