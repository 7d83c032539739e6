import { expect, test } from "vitest"
import { openSchool } from "../../../../tests/support/school"
import { readUpload, uploadStatement } from "./bank-import.server"

const file = (text: string) => ({ name: "bank.csv", bytes: new TextEncoder().encode(text) })

test("columns chosen for a file without headings aren’t another bank’s of as many columns", async () => {
  const { actor } = openSchool()
  const first = await uploadStatement(
    actor,
    file("11/02/2026,Ana Novak lessons,,85.00,1085.00\n11/03/2026,Bo Low lessons,,60.00,1145.00\n"),
  )
  const uploadId = "uploadId" in first ? first.uploadId : ""
  const columns = { date: "Column 1", reference: "Column 2", amount: "Column 4", payer: null }
  const read = await readUpload(actor, uploadId, { ...columns, dateOrder: "mdy" })
  expect(read).toMatchObject({ ok: true, added: 2 })
  // The same bank's next file is read by them.
  const next = await uploadStatement(
    actor,
    file("12/02/2026,Ana Novak lessons,,85.00,1230.00\n12/03/2026,Bo Low lessons,,60.00,1290.00\n"),
  )
  expect(next).toMatchObject({ ok: true, added: 2 })
  const other = await uploadStatement(
    actor,
    file("12/02/2026,771,Una Roy lessons,2085.00,85.00\n12/03/2026,772,Ed Lowe lessons,2145.00,60.00\n"),
  )
  expect(other).toMatchObject({ ok: true, uploadId: expect.any(String) })
})
