import type { Actor } from "~/models/foundation/access/actor"
import { offerAll, readNameWish } from "~/models/foundation/name-search/name-search"
import { offerTeachersEach } from "~/models/teaching/line-offer/line-offer.server"
import { splitSheets } from "~/utils/sheet-rows"
import { columnUses, furtherUses } from "../roster/roster-fields"
import { headingChoices, headingText, headingValue, hiddenRowsIn } from "../roster/roster-layout"
import { layoutTexts, recognizeExport } from "../roster/roster-notices"
import type { RosterPlan } from "../roster/roster-plan"
import { eatenBy, shorten, withoutFormulaMark } from "../roster/roster-text"
import { type ColumnView, type SheetView, type TeacherOffers, teacherFinds } from "./roster-import"
import { listOwnFields, type RosterImport } from "./roster-import.server"

/** What the columns step shows: each column with its first cells and its use, and the names of teachers to decide on. */
export function viewColumns(actor: Actor, roster: RosterImport, plan: RosterPlan): ColumnView {
  const { teacherChoices, defaultTeacher } = roster.options
  const unknownTeachers = plan.teachers
    .filter(({ name, use }) => use !== "existing" || teacherChoices[name])
    .map(({ name, rowNumbers, likelyId }) => ({
      name,
      rows: rowNumbers.length,
      use: teacherChoices[name] ?? likelyId ?? "create",
    }))
  const others = new Set(plan.rows.flatMap(({ isNoStudent, rowNumber }) => (isNoStudent ? [rowNumber] : [])))
  return {
    columns: roster.headers.map((header, column) => ({
      header: shorten(header, 80) || `Column ${column + 1}`,
      samples: samplesOf(roster, column, others),
      use: roster.mapping[column] ?? "ignore",
    })),
    sheets: sheetsOf(roster),
    headingText: headingText(roster.layout),
    remarks: [
      ...layoutTexts(roster.records, roster.layout, roster.encoding),
      ...[recognizeExport(roster.headers)].flatMap((text) => text ?? []),
      ...(roster.options.columnsFrom
        ? [
            `The columns are those you chose for “${roster.options.columnsFrom},” which has the same headings.`,
          ]
        : []),
    ],
    uses: [
      ...columnUses.map(({ use, label }) => ({ value: use as string, label })),
      ...furtherUses(roster.mapping).map(({ use, label }) => ({ value: use as string, label })),
      ...listOwnFields(actor).map(({ use, label }) => ({ value: use as string, label })),
    ],
    teachers: offerImportTeachers(actor, {
      defaultTeacher,
      teachers: unknownTeachers.map(({ use }) => ({ use })),
    }),
    unknownTeachers,
  }
}

type Chosen = { defaultTeacher?: string; teachers: readonly { use: string }[] }

/** The teachers to choose from: those that are chosen already, and once the form was sent those it searched for. */
export function offerImportTeachers(
  actor: Actor,
  { defaultTeacher, teachers }: Chosen,
  form: FormData | URLSearchParams = new URLSearchParams(),
): TeacherOffers {
  const wish = (find: string, chosen = "") => ({ ...readNameWish(form, "", find), chosen })
  const [missing, ...unknown] = offerTeachersEach(actor, [
    wish(teacherFinds.missing, defaultTeacher),
    ...teachers.map(({ use }, index) => wish(teacherFinds.unknown(index), use)),
  ])
  return { missing: missing ?? offerAll([]), unknown: missing?.isSearched ? unknown : [] }
}

function sheetsOf({ records, layout }: RosterImport): SheetView[] {
  const parts = splitSheets(records, layout.sheets)
  return layout.sheets.map((sheet, index) => {
    const own = parts[index] ?? []
    const { name, isRead, headings, leavesOutHidden = false, shape = "rows" } = sheet
    return {
      name,
      isRead,
      headings: headingValue(headings),
      shape,
      hidden: hiddenRowsIn(own, sheet),
      leavesOutHidden,
      choices: headingChoices(own.slice(0, 60), sheet),
    }
  })
}

/** The first three cells with something in them that differ. */
function samplesOf({ rows }: RosterImport, column: number, others: ReadonlySet<number>): string[] {
  const found = new Set<string>()
  for (const { cells, rowNumber } of rows) {
    const sample = shorten(withoutFormulaMark(cells[column] ?? ""), 40)
    if (sample && !eatenBy(sample) && !others.has(rowNumber)) found.add(sample)
    if (found.size === 3) break
  }
  return [...found]
}
