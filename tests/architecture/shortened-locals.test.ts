import { expect, test } from "vitest"
import { shortenLocals } from "../../scripts/shorten-locals.mjs"

const source = `import { sep as separator } from "node:path";
import "node:fs";
const greeting = "hello";
function greetLoudly(personToGreet, a = greeting) {
  const exclamation = \`\${a} \${personToGreet}\${separator}\`;
  return [exclamation, () => import.meta.url.length > 0];
}
export { greetLoudly as default, greeting as "g" };
`

test("functions keep their names and lose those of their variables", async () => {
  const short = await shortenLocals("module.js", source)
  for (const kept of ["greeting", "greetLoudly", "separator", "import.meta.url"])
    expect(short).toContain(kept)
  for (const lost of ["personToGreet", "exclamation"]) expect(short).not.toContain(lost)
  expect(short.length).toBeLessThan(source.length)
})

test("the module imports, exports and does what it did", async () => {
  const load = (text: string) => import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(text)}`)
  const [long, short] = [await load(source), await load(await shortenLocals("module.js", source))]
  expect(Object.keys(short)).toEqual(Object.keys(long))
  for (const { default: greet } of [long, short]) {
    const [text, hasUrl] = greet("Ada")
    expect([text, hasUrl()]).toEqual(["hello Ada/", true])
  }
})
