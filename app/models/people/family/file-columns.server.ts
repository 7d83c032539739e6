import type { CsvColumn } from "~/utils/csv.server"
import { addressCells, addressHeadings } from "~/utils/postal-address"

// Columns that the files of students and of families share, under names that an import reads.

type Guardian = { name: string; relation: string | null; email: string | null; phone: string | null }

export const guardianColumns = <Row>(
  number: number,
  of: (row: Row) => Guardian | undefined,
): CsvColumn<Row>[] => [
  [`Parent ${number} Name`, (row) => of(row)?.name ?? null],
  [`Parent ${number} Relationship`, (row) => of(row)?.relation ?? null],
  [`Parent ${number} Email`, (row) => of(row)?.email ?? null],
  [`Parent ${number} Phone`, (row) => of(row)?.phone ?? null],
]

export const addressColumns = <Row extends { address: string | null }>(): CsvColumn<Row>[] =>
  addressHeadings.map((heading, at) => [heading, ({ address }) => addressCells(address)[at] ?? null])
