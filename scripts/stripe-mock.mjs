// Stripe's own description of its API as a server: the pinned stripe-mock, built once into .cache/stripe-mock and kept, or the
// binary named by STRIPE_MOCK_BIN. tests/sandbox/stripe-mock.test.ts asks it; `npm test` builds it where there is Go.
import { existsSync } from "node:fs"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { buildGoProgram } from "./go-program.mjs"

const version = "v0.203.0"
const path = join(import.meta.dirname, "..", ".cache", "stripe-mock", version, "stripe-mock")

/**
 * Where the binary is, or why there is none; `build: false` only looks.
 * @returns {{ path: string, missing?: undefined } | { path?: undefined, missing: string }}
 */
export function findStripeMock({ build = true } = {}) {
  const named = process.env.STRIPE_MOCK_BIN
  if (named)
    return existsSync(named)
      ? { path: resolve(named) }
      : { missing: `STRIPE_MOCK_BIN names no file: ${named}` }
  if (existsSync(path)) return { path }
  if (!build) return { missing: "it has not been built yet (node scripts/stripe-mock.mjs)" }
  const missing = buildGoProgram({ module: "github.com/stripe/stripe-mock", version, ldflags: "-s -w", path })
  return missing ? { missing } : { path }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const found = findStripeMock()
  console.log(found.path ?? `stripe-mock is missing: ${found.missing}`)
  process.exitCode = found.path ? 0 : 1
}
