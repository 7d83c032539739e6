import { mkdtempSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { build } from "esbuild"
import { afterAll, expect, test } from "vitest"
import { conformOnServer, drawnOnce } from "../../scripts/conform-on-server.mjs"

// The server's build makes what conform knows of a field once (scripts/conform-on-server.mjs). Here forms are read with and
// without that, each value several times and in any order: they say the same.

type Options = { id: string; lastResult?: object; defaultValue?: object; constraint?: object }
type Reader = { readForm(options: Options): unknown }

const folder = mkdtempSync(join(tmpdir(), "tutti-conform-"))
afterAll(() => rmSync(folder, { recursive: true }))

const reader = `
  import { getFormProps, useForm } from "@conform-to/react"
  import { createElement } from "react"
  import { renderToStaticMarkup } from "react-dom/server"
  const keys = ["id", "name", "formId", "errorId", "descriptionId", "initialValue", "value", "errors", "allErrors", "valid",
    "dirty", "defaultValue", "defaultOptions", "defaultChecked", "required", "maxLength", "status", "noValidate"]
  const shown = (meta) => keys.map((key) => [key, meta[key]])
  const read = (meta) => [shown(meta), typeof meta.key, shown(meta).reverse()]
  export function readForm(options) {
    let found
    function Form() {
      const [form, fields] = useForm(options)
      const { onSubmit, ...props } = getFormProps(form)
      const guardians = fields.guardians.getFieldList()
      found = {
        form: read(form),
        props,
        fields: ["name", "phone", "notes", "tags"].map((name) => read(fields[name])),
        again: [read(fields.name), read(form.getFieldset().name), read(form)],
        address: [read(fields.address), read(fields.address.getFieldset().street)],
        guardians: guardians.map((guardian) => [read(guardian), ...["name", "share"].map((name) => read(guardian.getFieldset()[name]))]),
      }
      return createElement("form", props, fields.name.initialValue)
    }
    return [renderToStaticMarkup(createElement(Form)), found]
  }
`

async function load(isPlain: boolean): Promise<Reader> {
  const outfile = join(folder, isPlain ? "plain.cjs" : "once.cjs")
  await build({
    stdin: { contents: reader, resolveDir: resolve(".") },
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs",
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: isPlain ? [] : [conformOnServer],
  })
  return createRequire(import.meta.url)(outfile)
}

const filled = {
  name: "Zoë Okafor",
  notes: "Tuesdays only",
  tags: ["piano", "choir"],
  address: { street: "5 Elm St" },
  guardians: [{ name: "Mateo Okafor", share: "50" }, { name: "Nadia Okafor", share: "50" }, {}],
}
const refused = {
  status: "error",
  initialValue: { ...filled, name: "", guardians: [{ name: "", share: "120" }] },
  error: {
    "": ["Change the shares to total 100%."],
    name: ["Enter a name."],
    "guardians[0].share": ["Enter at most 100."],
    "address.street": ["Enter a street."],
  },
}
const forms: [string, Options][] = [
  ["new", { id: "student", defaultValue: { guardians: [{}] } }],
  ["empty", { id: "student" }],
  [
    "filled",
    { id: "student", defaultValue: filled, constraint: { name: { required: true, maxLength: 160 } } },
  ],
  ["refused", { id: "student", defaultValue: filled, lastResult: refused }],
]

test("a form that is drawn once says of its fields what conform says", async () => {
  const [plain, once] = await Promise.all([load(true), load(false)])
  for (const [name, options] of forms) expect(once.readForm(options), name).toEqual(plain.readForm(options))
})

test("the build stops where conform's code is another, or another file's", async () => {
  await expect(
    build({
      stdin: { contents: "export {}" },
      write: false,
      plugins: [conformOnServer],
      logLevel: "silent",
    }),
  ).rejects.toThrow("conform-on-server.mjs")
  expect(() => drawnOnce("export const other = 1", "context.mjs")).toThrow("conform-on-server.mjs")
})
