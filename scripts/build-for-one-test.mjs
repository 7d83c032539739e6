// The app's server for a run of single route tests: bundled by esbuild alone, in about two seconds instead of the whole
// build's twenty. It has no scripts and styles for the browser; `npm test` runs all route tests on the whole build.
import { readdirSync, readFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { build } from "esbuild"
import { future } from "./remix-future.mjs"

const folder = ".cache/server-for-tests"
const shared = { bundle: true, format: "esm", platform: "node", target: "node22", logLevel: "warning" }
const jsonModule = (value) => ({ contents: `export default ${JSON.stringify(value)}`, loader: "js" })

/** Builds the server again; the path of its module. */
export async function buildForOneTest() {
  await build({
    ...shared,
    stdin: { contents: serverModule(await readRoutes()), resolveDir: ".", sourcefile: "server-build.js" },
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    splitting: true,
    packages: "external",
    jsx: "automatic",
    sourcemap: true,
    define: { "import.meta.env.SSR": "true", "import.meta.env.DEV": "false", "import.meta.env.PROD": "true" },
    plugins: [viteImports],
  })
  return join(folder, "stdin.mjs")
}

/** Every route of app/routes.ts with its parent, as Remix numbers them. */
async function readRoutes() {
  const outfile = join(folder, "routes.mjs")
  await build({ ...shared, entryPoints: ["app/routes.ts"], outfile, packages: "external" })
  const { default: table } = await import(`${pathToFileURL(outfile).href}?at=${Date.now()}`)
  const flat = (entries, parentId) =>
    entries.flatMap(({ children = [], ...entry }) => {
      const route = { ...entry, id: entry.id ?? entry.file.replace(/\.\w+$/, ""), parentId }
      return [route, ...flat(children, route.id)]
    })
  return [{ id: "root", path: "", file: "root.tsx" }, ...flat(await table, "root")]
}

/** What Remix's own plugin writes as `virtual:remix/server-build`. */
function serverModule(routes) {
  const assets = Object.fromEntries(
    routes.map(({ id, parentId, path, index, caseSensitive }) => [
      id,
      { id, parentId, path, index, caseSensitive, module: `/assets/${basename(id)}.js`, hasLoader: true },
    ]),
  )
  const manifest = {
    entry: { module: "/assets/entry.client.js", imports: [] },
    routes: assets,
    url: "/assets/manifest.js",
    version: "test",
  }
  const modules = routes.map(({ id, parentId, path, index, caseSensitive }, number) => {
    const facts = JSON.stringify({ id, parentId, path, index, caseSensitive })
    return `${JSON.stringify(id)}: { ...${facts}, module: route${number} }`
  })
  return `
    import * as entryServer from "./app/entry.server.tsx"
    ${routes.map(({ file }, number) => `import * as route${number} from "./app/${file}"`).join("\n")}
    export const mode = "production"
    export const assets = ${JSON.stringify(manifest)}
    export const assetsBuildDirectory = "build/client"
    export const basename = "/"
    export const future = ${JSON.stringify({ ...future, unstable_optimizeDeps: false })}
    export const isSpaMode = false
    export const publicPath = "/"
    export const entry = { module: entryServer }
    export const routes = { ${modules.join(",\n")} }
  `
}

/** The few kinds of import that only Vite knows. */
const viteImports = {
  name: "vite-imports",
  setup(builder) {
    builder.onResolve({ filter: /\?(raw|inline|url)$/ }, async ({ path, resolveDir, kind }) => {
      const [file = "", query = ""] = path.split("?")
      const resolved = await builder.resolve(file, { resolveDir, kind })
      return { path: resolved.path, namespace: `vite-${query}` }
    })
    builder.onLoad({ filter: /./, namespace: "vite-raw" }, ({ path }) =>
      jsonModule(readFileSync(path, "utf8")),
    )
    builder.onLoad({ filter: /./, namespace: "vite-url" }, ({ path }) =>
      jsonModule(`/assets/${basename(path)}`),
    )
    builder.onLoad({ filter: /./, namespace: "vite-inline" }, async ({ path }) => {
      const { outputFiles } = await build({ entryPoints: [path], bundle: true, minify: true, write: false })
      return jsonModule(outputFiles[0]?.text)
    })
    builder.onLoad({ filter: /\/app\/.*\.server\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, "utf8")
      if (!source.includes("import.meta.glob")) return undefined
      const contents = source
        .replace(/import\.meta\.glob<string>\("\.\/(.*)\/\*(\.\w+)", \{.*?\}\)/, (_, under, end) =>
          JSON.stringify(
            filesIn(join(dirname(path), under), `./${under}`, end, (name) =>
              readFileSync(join(dirname(path), under, name), "utf8"),
            ),
          ),
        )
        .replace(/import\.meta\.glob<string>\("\/(app\/.*)\/\*(\.\w+)", \{[^}]*\}\)/, (_, under, end) =>
          JSON.stringify(filesIn(under, `/${under}`, end, (name) => `/assets/${name}`)),
        )
      return { contents, loader: "ts", resolveDir: dirname(path) }
    })
  },
}

/** What a folder's files are by the path that the glob gives them. */
const filesIn = (path, prefix, end, read) =>
  Object.fromEntries(
    readdirSync(path)
      .filter((name) => name.endsWith(end))
      .map((name) => [`${prefix}/${name}`, read(name)]),
  )
