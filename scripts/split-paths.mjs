// app/utils/paths.ts is one object with every address of the app, and a property that no first view uses can't be dropped from
// it. In the browser's scripts each address is an export of its own: those of the first views are in the shell's script,
// the others in one that the next screen loads.
import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"

const file = resolve("app/utils/paths.ts")
const name = "virtual:paths"
/** The module with what no first view needs, as the bundler names it. */
export const furtherPaths = `\0${name}/further`

/** What a first view draws: the frame of every screen, and the homes. */
const firstViews = [
  "app/root.tsx",
  "app/routes/shell/school-shell.tsx",
  "app/routes/dashboard/dashboard.tsx",
  "app/routes/teacher/teacher-home.tsx",
  "app/routes/teacher/teacher-area.tsx",
  "app/routes/student/student-home.tsx",
  "app/routes/super-admin/overview.tsx",
  "app/components/accounts/subscription",
  "app/components/attendance/absence/absences-ahead.tsx",
  "app/components/attendance/attendance-page/missing-by-teacher.tsx",
  "app/components/attendance/day",
  "app/components/attendance/register",
  "app/components/attendance/stranded/lessons-to-settle.tsx",
  "app/components/money/package/student-packages.tsx",
  "app/components/overview/dashboard",
  "app/components/overview/family-area",
  "app/components/overview/teacher-area/own-tabs.tsx",
  "app/components/platform/live-demo/demo-notice.tsx",
  "app/components/platform/support/support-button.tsx",
  "app/components/public/error-page.tsx",
  "app/components/shell",
  "app/components/teaching/schedule/register-status.tsx",
  "app/components/teaching/schedule/score-day.tsx",
  "app/components/ui",
]
/** They come with the page (menus), or load behind it. */
const later = /\/(menus|office-menu|palette|pages)\.tsx?$/

const filesIn = (path) =>
  /\.tsx?$/.test(path) ? [path] : readdirSync(path, { recursive: true }).map((each) => join(path, each))

/** The addresses that those files name. */
function firstNames() {
  const sources = firstViews.flatMap(filesIn).filter((path) => /\.tsx?$/.test(path) && !later.test(path))
  return new Set(
    sources.flatMap((path) =>
      [...readFileSync(path, "utf8").matchAll(/\bpaths\.(\w+)/g)].map(([, named]) => named),
    ),
  )
}

/**
 * For the browser's build.
 * @returns {import("vite").Plugin}
 */
export function splitPaths() {
  /** @type {Record<string, string>} */
  const modules = { [`\0${name}`]: `export * from "${name}/first"\nexport * from "${name}/further"` }
  return {
    name: "split-paths",
    apply: "build",
    resolveId: (id) => (id.startsWith(name) ? { id: `\0${id}`, moduleSideEffects: false } : undefined),
    load: (id) => modules[id],
    transform(code, id) {
      if (id !== file) return
      const all = this.parse(code).body.find(
        (each) => each.type === "ExportNamedDeclaration" && each.declaration?.type === "VariableDeclaration",
      )
      const list = all?.declaration.declarations[0].init
      if (list?.type !== "ObjectExpression") this.error("app/utils/paths.ts isn't one object any more.")
      const first = firstNames()
      const helpers = code.slice(0, all.start)
      const moduleOf = (isIn) =>
        [
          helpers,
          ...list.properties
            .filter(({ key }) => isIn(key.name))
            .map(
              ({ key, value }) =>
                `const _${key.name} = ${code.slice(value.start, value.end)}\nexport { _${key.name} as ${key.name} }`,
            ),
        ].join("\n")
      modules[`\0${name}/first`] = moduleOf((each) => first.has(each))
      modules[furtherPaths] = moduleOf((each) => !first.has(each))
      return { code: `export * as paths from "${name}"`, map: null }
    },
  }
}
