import { renderToString } from "react-dom/server"
import { expect, test } from "vitest"
import { RowPlaces, RowTexts } from "~/components/ui/row-texts"
import { StillRows } from "~/components/ui/still-rows"
import { rowPlaces, writeRow } from "./row-texts.server"

type Row = { name: string }
const draw = ({ name }: Row) => (
  <tr key={name}>
    <td>{name}</td>
  </tr>
)

/** Two tables with a text between them that names a mark. */
function drawn(places?: ReturnType<typeof rowPlaces>, tables: readonly (readonly Row[])[] = twoTables) {
  return renderToString(
    <RowTexts.Provider value={writeRow}>
      <RowPlaces.Provider value={places?.place}>
        {tables.map((rows, index) => (
          <table key={String(index)} title="<rows secret 0>">
            <StillRows id={`rows-${index}`} rows={rows} draw={draw} look="names" />
          </table>
        ))}
      </RowPlaces.Provider>
    </RowTexts.Provider>,
  )
}

const twoTables = [
  [{ name: "Zoë" }, { name: "Milo’s <rows secret 0>" }, { name: "$& &amp;" }],
  [{ name: "Ada" }, { name: "Zoë" }],
] as const

test("rows that are placed as bytes make the same document as rows joined into it", () => {
  for (const tables of [twoTables, [], [[]], [[], twoTables[0], []]]) {
    const places = rowPlaces("secret")
    const text = drawn(places, tables)
    expect(text).not.toContain("Zoë")
    const parts = [text, Buffer.from("styles")].flatMap(places.partsOf)
    expect(Buffer.concat(parts.map((part) => Buffer.from(part))).toString()).toBe(
      `${drawn(undefined, tables)}styles`,
    )
  }
})

test("a row that depends on more than its key is found out where it is placed, too", () => {
  const places = rowPlaces("secret")
  const write = (name: string) => places.place([["same key", () => draw({ name })]])
  write("Ada")
  expect(() => write("Milo")).toThrow("A row depends on more than its key says: same key")
})

test("a row that a page without scripts has kept as text is placed as bytes, and the other way round", () => {
  const row = (name: string) => ["text first", () => draw({ name })] as const
  expect(writeRow(...row("Ada"))).toBe("<tr><td>Ada</td></tr>")
  const places = rowPlaces("secret")
  const bytes = places.partsOf(places.place([row("Ada")]))
  expect(Buffer.concat(bytes.map((part) => Buffer.from(part))).toString()).toBe("<tr><td>Ada</td></tr>")
  expect(writeRow(...row("Ada"))).toBe("<tr><td>Ada</td></tr>")
})
