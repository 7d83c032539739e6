import type { CsvColumn } from "~/utils/csv.server"
import { addressCells, addressHeadings } from "~/utils/postal-address"

// Columns that the files of students and of families share, under names that an import reads.

const parts = { Name: "name", Relationship: "relation", Email: "email", Phone: "phone" } as const
type Part = (typeof parts)[keyof typeof parts]

export const guardianColumns = <Row>(
  number: number,
  of: (row: Row) => Record<Part, string | null> | undefined,
): CsvColumn<Row>[] =>
  Object.entries(parts).map(([heading, part]) => [
    `Parent ${number} ${heading}`,
    (row) => of(row)?.[part] ?? null,
  ])

export const addressColumns = <Row extends { address: string | null }>(): CsvColumn<Row>[] =>
  addressHeadings.map((heading, at) => [heading, ({ address }) => addressCells(address)[at] ?? null])
