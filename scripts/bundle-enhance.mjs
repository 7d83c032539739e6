// The scripts of the public pages, from app/enhance: each entry becomes one classic script at an address of its own.
import { build } from "esbuild"

const entries = ["enhance", "login", "paypal-buttons"]

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
    ...options,
    write: false,
  })
  return outputFiles
}
