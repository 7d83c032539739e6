import { resolve } from "node:path"
import { vitePlugin as remix } from "@remix-run/dev"
import tailwindcss from "@tailwindcss/vite"
import { defineConfig, type Plugin } from "vite"
import tsconfigPaths from "vite-tsconfig-paths"
import { pathTemplates } from "./app/addresses/path-templates"
import { bundleEnhance, enhanceAddresses } from "./scripts/bundle-enhance.mjs"
import { writeLicenses } from "./scripts/licenses.mjs"
import { future } from "./scripts/remix-future.mjs"

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true
  }
}

/** Vite's client for pages that load no other script: any change of the app loads the page again. */
const reloadOnChange = `import("/@vite/client").then(({ createHotContext }) =>
  createHotContext("/enhance.js").on("remix:hmr", () => location.reload()))`

/** What many screens load is in three scripts, so that a page names a few instead of forty. */
function sharedScript(id: string): string | undefined {
  if (/\/node_modules\/(react|react-dom|react-router|react-router-dom|@remix-run|scheduler)\//.test(id))
    return "react"
  if (/\/(@conform-to|app\/components\/form)\//.test(id)) return "form"
  // What the root needs of the public pages, which is no script of its own.
  if (/\/(public\/(public-shell|site-footer)|subscription\/subscription-dialog)\.tsx$/.test(id))
    return "shell"
  return /\/app\/(addresses|utils|components\/(ui|shell))\/[^/]+$/.test(id) ? "shell" : undefined
}

/** In development the scripts of the public pages are bundled whenever they are asked for. */
const enhanceInDevelopment: Plugin = {
  name: "enhance-in-development",
  apply: "serve",
  configureServer({ middlewares }) {
    middlewares.use(async (request, response, next) => {
      const address = request.url?.split("?")[0] ?? ""
      if (!enhanceAddresses.includes(address)) return next()
      try {
        const scripts = await bundleEnhance({
          sourcemap: "inline",
          footer: { js: address === "/enhance.js" ? reloadOnChange : "" },
        })
        response.setHeader("Content-Type", "text/javascript; charset=utf-8")
        response.setHeader("Cache-Control", "no-cache")
        response.end(scripts.find(({ path }) => path.endsWith(address))?.text)
      } catch (error) {
        next(error)
      }
    })
  },
}

/** The browser's scripts get the paths of the addresses, and nothing else of their table. */
const pathsAlone: Plugin = {
  name: "paths-alone",
  load: (id, options) =>
    !options?.ssr && id.endsWith("/app/addresses/path-templates.ts")
      ? `export const pathTemplates = ${JSON.stringify(pathTemplates)}`
      : undefined,
}

export default defineConfig(({ isSsrBuild }) => ({
  // Beside the other things that can be made again, so that a copy of the folder has its own.
  cacheDir: ".cache/vite",
  plugins: [
    enhanceInDevelopment,
    pathsAlone,
    tailwindcss(),
    remix({
      future,
    }),
    tsconfigPaths(),
    isSsrBuild ? undefined : writeLicenses(),
  ],
  esbuild: { legalComments: "none" },
  build: {
    assetsInlineLimit: 0,
    // The server's scripts run on one known Node; the browser's are also for older browsers.
    // For the browser terser saves 4 % of what esbuild leaves; esbuild shortens the server's scripts later.
    ...(isSsrBuild
      ? { target: "node22" }
      : {
          minify: "terser" as const,
          terserOptions: { ecma: 2020, compress: { passes: 3 }, format: { comments: false } },
        }),
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: sharedScript } },
  },
  // What the app writes is no change of the app: a database's journal would load the open pages again.
  server: {
    watch: { ignored: ["data", ".cache", "build", "test-results"].map((folder) => `${resolve(folder)}/**`) },
  },
  // Every package the browser gets, known before the first page: finding one later would load the page again, and
  // looking for more would try those of the server.
  optimizeDeps: {
    noDiscovery: true,
    include: [
      "@conform-to/react",
      "@tanstack/react-query",
      "react-dom",
      "stemmer",
      "temporal-polyfill",
      "zod",
    ],
  },
}))
