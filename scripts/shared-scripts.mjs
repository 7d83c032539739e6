// What every signed-in page loads is one script, and what most forms load is another: a page names a few scripts instead
// of forty. Each script holds all that its modules import, so none waits for a page's own.
import { resolve } from "node:path"
import { furtherPaths } from "./split-paths.mjs"

/** The last is what the browser's entry imports; the entry runs when it is loaded, so it stays a script of its own. */
const shell = [
  "app/root.tsx",
  "app/routes/shell/school-shell.tsx",
  "app/utils/refused-title.ts",
  // A list with one small field says what stopped it, without the other parts of forms.
  "app/components/form/answer-summary.tsx",
  "app/components/form/enter-button.tsx",
].map((path) => resolve(path))
/** The server puts these around errors of public pages; no script of the area does, though the root names them. */
const onlyPublic = ["public-shell", "sign-in-buttons", "site-footer"].map((name) =>
  resolve(`app/components/public/${name}.tsx`),
)
const [ui, chat, form] = ["app/components/ui", "app/components/ui/chat", "app/components/form"].map(
  (path) => `${resolve(path)}/`,
)
/** What lists and reports need and a teacher's or student's home doesn't: a script of their own. */
const lists = [
  "data-table.tsx",
  "figure-row.tsx",
  "ledger-list.tsx",
  "still-rows.tsx",
  "filter-form.tsx",
  "period-filter.tsx",
  "search-form.tsx",
  "pagination.tsx",
  "print-button.tsx",
  "rehearsal-letter.tsx",
  "look-again.ts",
  "no-enter.tsx",
  "after-refusal.ts",
]
/** What pages of settings need: values as text, each part opening as a form. */
const editable = ["ui/editable-part.tsx", "ui/edited-part.ts", "ui/fact-list.tsx", "form/part-form.tsx"]
const notInShell = [...[...lists, "line-chart.tsx"].map((name) => `ui/${name}`), ...editable].map((path) =>
  resolve(`app/components/${path}`),
)
/** Two lines each, which many screens share: a script of their own would be one more request. */
const small = ["count-of", "join-names"].map((name) => resolve(`app/utils/${name}.ts`))

/** Small parts that a screen needs together. */
const groups = [
  {
    name: "packages",
    parts: [
      "app/components/money/package/student-packages",
      "app/components/money/package/package-list",
      "app/models/money/package/package.ts",
    ],
  },
  {
    name: "lists",
    parts: [...lists.map((name) => `app/components/ui/${name}`), "app/components/overview/bulk/list-behind"],
  },
  {
    name: "editable",
    parts: editable.map((path) => `app/components/${path}`),
  },
  {
    name: "lessons",
    parts: [
      "app/components/teaching/schedule/not-coming",
      "app/components/teaching/schedule/register-status",
      "app/components/shell/offline/use-has-passed",
      "app/components/attendance/register/compare-both",
      "app/models/accounts/own-status/own-status.ts",
      "app/components/overview/teacher-area/own-tabs",
    ],
  },
  {
    // Loads when it's needed, without the public pages' frame, which draws it too.
    name: "subscription",
    parts: [
      "app/components/accounts/subscription/subscription-dialog",
      "app/components/accounts/subscription/prompt-choices",
    ],
  },
  {
    // Loads behind the page, without what forms draw.
    name: "typed",
    parts: ["app/components/form/typed-text"],
  },
  {
    name: "tasks",
    parts: ["app/components/learning/progress/task-button", "app/components/learning/progress/task-list"],
  },
].map(({ name, parts }) => ({ name, parts: parts.map((part) => resolve(part)) }))

/** Rollup's `manualChunks`. */
export function sharedScript() {
  const inShell = new Set()
  return (id, { getModuleInfo, getModuleIds }) => {
    if (inShell.size === 0) {
      const roots = [...getModuleIds()].filter(
        (each) =>
          shell.includes(each) ||
          small.includes(each) ||
          (each.startsWith(ui) && !each.startsWith(chat) && !notInShell.includes(each)),
      )
      for (const root of roots) addWithImports(root, inShell, getModuleInfo)
    }
    if (/\/node_modules\/(react|react-dom|react-router|react-router-dom|@remix-run|scheduler)\//.test(id))
      return "react"
    if (inShell.has(id)) return "shell"
    if (id === furtherPaths) return "paths"
    // Without a script of their own they would follow the root into the shell's, and all addresses with them.
    if (onlyPublic.includes(id)) return "public"
    const group = groups.find(({ parts }) => parts.some((part) => id.startsWith(part)))
    if (group) return group.name
    return id.startsWith(form) || id.includes("/@conform-to/") ? "form" : undefined
  }
}

function addWithImports(id, found, getModuleInfo) {
  if (found.has(id) || onlyPublic.includes(id) || id === furtherPaths || id.includes("/node_modules/")) return
  found.add(id)
  for (const imported of getModuleInfo(id)?.importedIds ?? []) addWithImports(imported, found, getModuleInfo)
}

/**
 * For the browser's build: a script that names the public pages' frame but never draws it doesn't load it.
 * @returns {import("vite").Plugin}
 */
export const publicFrameApart = () => ({
  name: "public-frame-apart",
  apply: "build",
  transform: (code, id) =>
    onlyPublic.includes(id) ? { code, map: null, moduleSideEffects: false } : undefined,
})
