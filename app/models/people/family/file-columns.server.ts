import type { CsvColumn } from "~/utils/csv.server"
import { addressHeadings } from "~/utils/postal-address"

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

/** Of rows whose address is read into its parts (`addressCells`). */
export const addressColumns = <Row extends { address: readonly string[] }>(): CsvColumn<Row>[] =>
  addressHeadings.map((heading, at) => [heading, ({ address }) => address[at] ?? null])
