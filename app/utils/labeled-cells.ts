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
const ofParents =
  /^(?:parents?|guardians?|eltern|erziehungsberechtigte|responsables?|padres|ouders?)(?: s)?(?: (?:details?|info|information|names?|list))?$/
const ofAnyone =
  /^(?:|details?|description|notes?|info|information|summary|body|comments?|data|answers?|responses?|beschreibung|details? of .*)$/

/** "Student’s name" and "First" head a column of names. */
const isOfNames = (heading: string): boolean =>
  isNameLabel(heading.replace(/ s\b/, "")) || /^(?:first|last|given name|family name)$/.test(heading)

/** So many cells tell of a column, and no cell is longer. */
const sampled = 200
const longest = 2000
const mostLabels = 20
const mostPeople = 6
const mostParents = 4

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

/**
 * A cell's values, those of each person by themselves: the first label begins the next, where a name is among them. What no label names
 * is the rest. Of several people a value that comes again can be anyone's: then a cell that isn't a list of people is none.
 */
function peopleIn(
  cell: string,
  labels: ReadonlySet<string>,
  isList: boolean,
): { people: Said[][]; rest: string } | null {
  const found = [...cell.matchAll(label)].filter(([, named = ""]) => labels.has(fold(named)))
  const folded = found.map(([, named = ""]) => fold(named))
  const people: Said[][] = []
  for (const [at, each] of found.entries()) {
    const value = cell.slice(each.index + each[0].length, found[at + 1]?.index).trim()
    const said = { label: (each[1] ?? "").trim(), value: value.replace(/[,;|]$/, "").trim() }
    const person = people.at(-1)
    const isNext =
      folded[at] === folded[0] &&
      (isNameLabel(folded[at] ?? "") ||
        (person?.some((other) => isNameLabel(fold(other.label))) && folded.slice(at).some(isNameLabel)))
    const before = person?.find((other) => fold(other.label) === folded[at])
    if (!person || isNext) people.push([said])
    else if (!before) person.push(said)
    else if (isList || before === person.at(-1))
      before.value = [before.value, said.value].filter(Boolean).join("\n")
    else return null
  }
  if (people.length > 1 && !isList) return null
  return { people, rest: found[0] ? cell.slice(0, found[0].index).trim() : cell }
}

/** Puts the values of labeled cells into columns of their own behind the others; what no label names stays where it is. */
export function takeLabeled(headers: string[], rows: readonly CsvRow[]): void {
  const width = headers.length
  if (rows.some(({ cells }) => cells.length > width)) return
  const given = headers.map(fold)
  for (let column = 0; column < width; column++) {
    const header = given[column] ?? ""
    // "Last name: changed in 2024" in the notes of a student isn't their name.
    const isNote = ofAnyone.test(header) && given.some((other, at) => at !== column && isOfNames(other))
    const cells = rows.flatMap(({ cells: own }) => (own[column] ?? "").trim() || [])
    const labels = cells.length > 0 && !isNote ? labelsOf(cells.slice(0, sampled)) : null
    if (!labels) continue
    const [areChildren, areParents] = [ofStudents.test(header), ofParents.test(header)]
    const isList = areChildren || areParents
    const read = rows.map((row) => [row, peopleIn(row.cells[column] ?? "", labels, isList)] as const)
    // Of an address or a contact the whole column is left as it is.
    if (!ofAnyone.test(header) && read.some(([, found]) => !found)) continue
    const most = Math.max(...read.map(([, found]) => found?.people.length ?? 0))
    const whose = (at: number, named: string) =>
      areChildren || (areParents && most > 1)
        ? [areChildren ? "Child" : "Parent", ...(most > 1 ? [at + 1] : []), named].join(" ")
        : [...(ofAnyone.test(header) ? [] : [headers[column]]), named].join(" ")
    const places = new Map<string, number>()
    const put = (row: CsvRow, heading: string, value: string) => {
      const place = places.get(fold(heading)) ?? headers.push(heading) - 1
      places.set(fold(heading), place)
      while (row.cells.length <= place) row.cells.push("")
      row.cells[place] = value
    }
    for (const [row, found] of read) {
      if (!found) continue
      const mostHere = areChildren ? mostPeople : mostParents
      row.cells[column] = found.rest
      for (const [at, said] of found.people.slice(0, mostHere).entries())
        for (const { label: named, value } of said) put(row, whose(at, named), value)
      const more = found.people
        .slice(mostHere)
        .map((said) => said.map((each) => `${each.label}: ${each.value}`).join(", "))
      if (more[0]) put(row, `${headers[column]} (more)`, more.join("; "))
    }
  }
  if (headers.length > width)
    for (const { cells } of rows) while (cells.length < headers.length) cells.push("")
}
