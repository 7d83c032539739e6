// Stripe's own description of its API as a server: the pinned stripe-mock, built once into .cache/stripe-mock and kept, or the
// binary named by STRIPE_MOCK_BIN. tests/sandbox/stripe-mock.test.ts asks it; `npm test` builds it where there is Go.
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { findGoProgram } from "./go-program.mjs"

const version = "v0.203.0"

/** Where the binary is, or why there is none; `build: false` only looks. */
export const findStripeMock = ({ build = true } = {}) =>
  findGoProgram({
    ...{ variable: "STRIPE_MOCK_BIN", script: "scripts/stripe-mock.mjs", build },
    module: "github.com/stripe/stripe-mock",
    version,
    ldflags: "-s -w",
    path: join(import.meta.dirname, "..", ".cache", "stripe-mock", version, "stripe-mock"),
  })

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const found = findStripeMock()
  console.log(found.path ?? `stripe-mock is missing: ${found.missing}`)
  process.exitCode = found.path ? 0 : 1
}
