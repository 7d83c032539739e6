import { readFileSync } from "node:fs"
import { parse } from "csv-parse/sync"
import { stringify } from "csv-stringify/sync"
import { addDays } from "~/utils/dates"
import { chance } from "./chance"

type Row = Record<string, string>

/**
 * The roster a demo school once imported: the real file, with its start dates moved so that lessons began in the half
 * year before `today`, and the two people with demo accounts: Jonas Haddad by his demo address, Milo still learning.
 */
export function demoRoster(today: string, historyFrom: string): Uint8Array {
  const text = readFileSync("tests/support/rosters/roster.csv", "utf8")
  const rows = parse(text, { columns: true, bom: true, relaxColumnCount: true }) as Row[]
  const moved = rows.map((row) => ({
    ...row,
    Address: usAddress(row.Address ?? ""),
    "Start Date": usDate(startOf(row, today, historyFrom)),
    ...(row["First Name"] === "Milo" && row["Last Name"] === "Haddad" ? { Status: "Active" } : {}),
    ...(row["Parent 1 Name"] === "Jonas Haddad"
      ? {
          "Parent 1 Email": "guardian@harmony.example",
          "Parent 1 Relationship": "Father",
          "Parent 2 Relationship": "Mother",
        }
      : {}),
  }))
  return new TextEncoder().encode(stringify(moved, { header: true, bom: true }))
}

/** House numbers of the file begin at 0, and its flats are apartments here. */
const usAddress = (address: string) =>
  address
    .replace(/^\d+/, (house) => String(Number(house) + 1))
    .replace(/\bFlat (\d+)/, (_, number) => `Apt ${Number(number) + 1}`)

/** Most began at the beginning; every fourth joined in the months since. */
function startOf(row: Row, today: string, historyFrom: string): string {
  const luck = chance("start", row["Student ID"] ?? "")
  if (luck < 0.76 || row["Last Name"] === "Haddad") return historyFrom
  return addDays(today, -Math.round(21 + chance("joined", row["Student ID"] ?? "") * 130))
}

const usDate = (date: string) => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`
