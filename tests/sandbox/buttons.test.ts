import { afterAll, afterEach, expect, test } from "vitest"
import { appUrl, openShop } from "./school-shop"

// The stand-in for PayPal's script in a shop's page, and the window it opens.

const shop = await openShop()
afterEach(() => shop.control("/faults", undefined, "DELETE"))
afterAll(() => shop.sandbox.close())

const known = { "client-id": "sandbox-client", vault: "true", intent: "subscription" }
const script = (query: Record<string, string>) =>
  fetch(`${shop.sandbox.url}/paypal/sdk/js?${new URLSearchParams(query)}`)

test("a known shop gets the script, for subscriptions only with vault", async () => {
  const answer = await script(known)
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "text/javascript; charset=utf-8"])
  expect(answer.headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin")
  const text = await answer.text()
  expect(text).toContain(`const origin = "${shop.sandbox.url}"`)
  expect(text).toContain("window.paypal")
  expect((await script({ ...known, "client-id": "unknown" })).status).toBe(400)
  expect((await script({ ...known, vault: "false" })).status).toBe(400)
})

test("the script can be made to fail", async () => {
  await shop.control("/faults", { target: "paypal", path: "/sdk/js", kind: "status", status: 503 })
  expect((await script(known)).status).toBe(503)
  expect((await script(known)).status).toBe(200)
})

/** Opens the buyer's window and presses a button in it; answers where the window goes. */
async function pressInWindow(id: string, choice: string) {
  const opened = await fetch(`${shop.sandbox.url}/paypal/sdk/checkout?subscription=${id}`)
  const action = /<form method="post" action="([^"]+)"/.exec(await opened.text())?.[1] ?? ""
  const pressed = await fetch(`${shop.sandbox.url}${action.replaceAll("&amp;", "&")}`, {
    method: "POST",
    body: new URLSearchParams({ ba_token: new URL(opened.url).searchParams.get("ba_token") ?? "", choice }),
    redirect: "manual",
  })
  return pressed.headers.get("Location")
}

test("in the window the buyer agrees, cancels or is declined, and the shop is not visited", async () => {
  const agreed = await shop.subscribe()
  expect(await pressInWindow(agreed.id, "agree")).toBe(
    `/paypal/sdk/done?result=approved&subscription=${agreed.id}`,
  )
  expect((await shop.call("GET", `/v1/billing/subscriptions/${agreed.id}`)).body.status).toBe("ACTIVE")

  const other = await shop.subscribe()
  expect(await pressInWindow(other.id, "cancel")).toBe(
    `/paypal/sdk/done?result=cancelled&subscription=${other.id}`,
  )
  expect(await pressInWindow(other.id, "decline")).toMatch(/ba_token=[^&]+&in=window$/)
  expect(await pressInWindow(other.id, "cancel")).toBe(
    `/paypal/sdk/done?result=declined&subscription=${other.id}`,
  )
})

test("the window's last page tells the shop's own page, and no other", async () => {
  const page = await fetch(`${shop.sandbox.url}/paypal/sdk/done?result=approved&subscription=I-1`)
  const html = await page.text()
  expect(html).toContain(`data-shop="${appUrl}"`)
  expect(page.headers.get("Content-Security-Policy")).toContain("script-src 'self'")
  expect(html).not.toMatch(/<script>/)
  await expect(fetch(`${shop.sandbox.url}/paypal/sdk/checkout?subscription=I-NONE`)).toAnswer(404)
})
