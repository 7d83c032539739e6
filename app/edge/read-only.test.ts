import { expect, test } from "vitest"
import { isRefusedWrite } from "./read-only.server"

const refused = (method: string, path: string) => isRefusedWrite({ method, path })

test("saves are refused, reads and logging in are not, and the staff go on", () => {
  for (const path of ["/students/create", "/students/create.data", "/api/contact", "/api/webhooks/paypal"])
    expect(refused("POST", path), path).toBe(true)
  for (const path of [
    "/auth/login",
    "/LOGIN/",
    "/auth/second-factor",
    "/logout.data",
    "/super-admin/service.data",
  ])
    expect(refused("POST", path), path).toBe(false)
  expect(refused("POST", "/super-administration")).toBe(true)
  expect(refused("GET", "/students")).toBe(false)
  // PayPal sends a buyer back by GET, and that visit writes.
  expect(refused("GET", "/select-plan/return")).toBe(true)
})
