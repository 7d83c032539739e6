// Cells that name their values: "Name: Ada Lowe, Age: 9", as forms write a list of children, or "Student: Ada Lowe" line by line in
// a calendar. Safe in the browser.
import type { CsvRow } from "./csv"
import { fold } from "./names"

/** Whether a label is of a student's name: their lines begin with it. */
export const isNameLabel = (folded: string): boolean =>
  /^(?:(?:full|first|last) ?name|name|surname|(?:students?|pupils?|learner|child|kid|attendee|participant)(?: (?:(?:full|first|last) )?names?)?|(?:schuler(?:in|in name| in| name)?|kind|name des (?:kindes|schulers)|vorname|nachname|familienname|vor und nachname)|nom|prenom|eleve|enfant|nom et prenom|nom complet|(?:nom|prenom) de l eleve|alumn[oa]|estudiante|nombre(?: completo| y apellidos| del alumno)?|alun[oa]|nome(?: completo| do aluno)?|alliev[oa]|alunn[oa]|cognome|nome e cognome|leerling|naam|voornaam|achternaam|naam (?:leerling|kind)|elev|elevens? na[vm]n|barn|barnets na[vm]n|na[vm]n|uczen|imie i nazwisko)$/.test(
    folded,
  )
const ofAddress = /^(?:street address|street|address line 1)$/

const label =
  /(?:^|[,;|\n]|\s-)[ \t]*(\p{L}[\p{L}\p{M}0-9 '’./&-]{0,40}?)[ \t]*:(?!\/\/|:)(?<!\d:(?=\d))[ \t]*/gmu
/** Whose the values are, by the column's heading: students', or those of whom the labels name. */
const ofStudents =
  /^(?:(?:your|my|list|about) )?(?:children|child|students?|pupils?|kids?|learners?|participants?|siblings?|kinder|kind|schuler|enfants?|eleves?|hijos?|alumnos?)(?: s)?(?: (?:details?|info|information|names?|list|data))?$/
const ofAnyone =
  /^(?:|details?|description|notes?|info|information|summary|body|comments?|data|answers?|responses?|beschreibung|details? of .*)$/

/** So many cells tell of a column, and no cell is longer. */
const sampled = 200
const longest = 2000
const mostLabels = 20
const mostPeople = 6

const labelsIn = (cell: string): string[] =>
  cell.length > longest ? [] : [...cell.matchAll(label)].map(([, named = ""]) => fold(named))

/** What the cells of a column are labeled by, where nearly all are and one label is a student's name or a street. */
function labelsOf(cells: readonly string[]): Set<string> | null {
  const counts = new Map<string, number>()
  for (const cell of cells)
    for (const each of new Set(labelsIn(cell))) counts.set(each, (counts.get(each) ?? 0) + 1)
  const most = [...counts].filter(([, count]) => count >= cells.length * 0.3).map(([named]) => named)
  const key = most.find((named) => isNameLabel(named) || ofAddress.test(named))
  const isAll = key !== undefined && (counts.get(key) ?? 0) >= cells.length * 0.8
  const isEnough = cells.length > 1 || most.length > 1
  return isAll && isEnough && most.length <= mostLabels ? new Set(most) : null
}

type Said = { label: string; value: string }

/** A cell's values, those of each person by themselves: the first label begins the next. What no label names is the rest. */
function peopleIn(cell: string, labels: ReadonlySet<string>): { people: Said[][]; rest: string } {
  const found = [...cell.matchAll(label)].filter(([, named = ""]) => labels.has(fold(named)))
  const people: Said[][] = []
  for (const [at, each] of found.entries()) {
    const value = cell.slice(each.index + each[0].length, found[at + 1]?.index).trim()
    const named = each[1] ?? ""
    const isAgain = people.at(-1)?.some((said) => fold(said.label) === fold(named)) ?? true
    if (isAgain && people.length < mostPeople) people.push([])
    people.at(-1)?.push({ label: named.trim(), value: value.replace(/[,;|]$/, "").trim() })
  }
  return { people, rest: found[0] ? cell.slice(0, found[0].index).trim() : cell }
}

/** Puts the values of labeled cells into columns of their own behind the others; what no label names stays where it is. */
export function takeLabeled(headers: string[], rows: readonly CsvRow[]): void {
  const width = headers.length
  if (rows.some(({ cells }) => cells.length > width)) return
  for (let column = 0; column < width; column++) {
    const cells = rows.flatMap(({ cells: own }) => (own[column] ?? "").trim() || [])
    const labels = cells.length > 0 ? labelsOf(cells.slice(0, sampled)) : null
    if (!labels) continue
    const read = new Map(rows.map((row) => [row, peopleIn(row.cells[column] ?? "", labels)]))
    const most = Math.max(...[...read.values()].map(({ people }) => people.length))
    const header = fold(headers[column] ?? "")
    const whose = (at: number, named: string) =>
      ofStudents.test(header)
        ? ["Child", ...(most > 1 ? [at + 1] : []), named].join(" ")
        : [...(ofAnyone.test(header) ? [] : [headers[column]]), named].join(" ")
    const places = new Map<string, number>()
    for (const [row, { people, rest }] of read) {
      row.cells[column] = rest
      for (const [at, said] of people.entries())
        for (const { label: named, value } of said) {
          const heading = whose(at, named)
          const place = places.get(fold(heading)) ?? headers.push(heading) - 1
          places.set(fold(heading), place)
          while (row.cells.length <= place) row.cells.push("")
          row.cells[place] = value
        }
    }
  }
  if (headers.length > width)
    for (const { cells } of rows) while (cells.length < headers.length) cells.push("")
}
