import { expect, test } from "vitest"
import { findPushKeys, makePushKeys } from "./push-keys.server"

test("an installation makes its pair of keys once, and keeps it", () => {
  expect(findPushKeys()).toBeUndefined()
  makePushKeys()
  const made = findPushKeys()
  expect(made?.publicKey).toMatch(/^[\w-]{87}$/)
  expect(made?.privateKey).toMatch(/^[\w-]{43}$/)
  makePushKeys()
  expect(findPushKeys()).toEqual(made)
})
