// The scripts of the public pages and the service worker, from app/enhance: each entry becomes one classic script at an
// address of its own.
import { createHash } from "node:crypto"
import { existsSync, readdirSync } from "node:fs"
import { build } from "esbuild"

const entries = ["enhance", "login", "paypal-buttons", "service-worker"]

/** The addresses the scripts have, such as /enhance.js. */
export const enhanceAddresses = entries.map((name) => `/${name}.js`)

/**
 * Bundles all of them; the answer has a `path` and a `text` for each.
 * @param {import("esbuild").BuildOptions} options
 */
export async function bundleEnhance(options = {}) {
  const { outputFiles } = await build({
    entryPoints: entries.map((name) => `app/enhance/${name}.ts`),
    outdir: "build/client",
    bundle: true,
    format: "iife",
    target: "es2022",
    charset: "utf8",
    logLevel: "warning",
    define: { BUILD: JSON.stringify(nameOfBuild()) },
    ...options,
    write: false,
  })
  return outputFiles
}

/** Changes with every script, style and font that a kept page could need. */
function nameOfBuild() {
  const folder = "build/client/assets"
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => /\.(js|css|woff2)$/.test(name)) : []
  return createHash("sha256").update(files.sort().join()).digest("hex").slice(0, 12)
}
