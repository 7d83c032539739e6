import { afterEach, expect, test, vi } from "vitest"
import { forgetSettings } from "../../tests/support/settings"

// Secrets are changed by putting a new one in front of the old: what was made before stays usable.

const [first, second] = [
  "the first secret of at least 32 letters",
  "the second secret of at least 32 letters",
]

/** The module as a process with these settings has it. */
async function sealing(settings: { SEAL_KEYS?: string; SESSION_SECRET?: string }) {
  vi.resetModules()
  for (const name of ["SEAL_KEYS", "SESSION_SECRET"] as const) vi.stubEnv(name, settings[name] ?? "")
  forgetSettings()
  return import("./seal.server")
}
afterEach(() => {
  vi.unstubAllEnvs()
  forgetSettings()
})

test("what was sealed under an older key opens, and says that it should be sealed again", async () => {
  const sealed = (await sealing({ SEAL_KEYS: first })).seal("second-factor", "a secret")
  const rotated = await sealing({ SEAL_KEYS: `${second}, ${first}` })
  expect(rotated.unseal("second-factor", sealed)).toEqual({ text: "a secret", isNewest: false })
  const resealed = rotated.seal("second-factor", "a secret")
  expect((await sealing({ SEAL_KEYS: second })).unseal("second-factor", resealed)).toEqual({
    text: "a secret",
    isNewest: true,
  })
})

test("a key that is gone, another purpose and changed bytes are no text, and throw nothing", async () => {
  const { seal, unseal } = await sealing({ SEAL_KEYS: first })
  const sealed = seal("second-factor", "a secret")
  expect(unseal("something else", sealed)).toBeUndefined()
  expect(unseal("second-factor", `${sealed.slice(0, -2)}AA`)).toBeUndefined()
  expect(unseal("second-factor", "short")).toBeUndefined()
  expect((await sealing({ SEAL_KEYS: second })).unseal("second-factor", sealed)).toBeUndefined()
})

test("without keys of their own, sealed texts are on the session secret, as they did before there were such keys", async () => {
  const sealed = (await sealing({ SESSION_SECRET: first })).seal("second-factor", "a secret")
  const own = await sealing({ SESSION_SECRET: second, SEAL_KEYS: first })
  expect(own.unseal("second-factor", sealed)?.text).toBe("a secret")
})

test("a signature counts while its session secret is in the list", async () => {
  const before = await sealing({ SESSION_SECRET: first })
  const oldHash = before.keyedHash("seen", "a text")
  const [token = ""] = before.derivedTokens("form:1")
  const rotated = await sealing({ SESSION_SECRET: `${second},${first}` })
  expect(rotated.isKeyedHash("seen", "a text", oldHash)).toBe(true)
  expect(rotated.isKeyedHash("seen", "another", oldHash)).toBe(false)
  expect(rotated.derivedTokens("form:1")[1]).toBe(token)
  expect((await sealing({ SESSION_SECRET: second })).isKeyedHash("seen", "a text", oldHash)).toBe(false)
})
