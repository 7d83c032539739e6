import { NoteHead } from "~/components/ui/note-head"
import { LetteredList } from "./lettered-list"

const steps = [
  ["1", "Upload", "Students, guardians and lessons as a CSV or Excel file, straight from your spreadsheet."],
  ["2", "Check what we found", "We match the columns and mark the rows to look at. Nothing is saved yet."],
  ["3", "Import, or undo", "The button says exactly what it creates. One click undoes it all."],
] as const

/** How a school's list gets in. */
export function LandingImport() {
  return (
    <section className="page-width page-section" id="move">
      <h2>From your spreadsheet in ten minutes.</h2>
      <div className="split">
        <LetteredList items={steps} />
        <div className="sheet found-rows">
          <table>
            <caption className="visually-hidden">A roster before it is imported</caption>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Guardian</th>
                <th scope="col">Lesson</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <td>Lina Rossi</td>
                <td>Ada Rossi</td>
                <td>Voice, Tue 2:00</td>
              </tr>
              <tr>
                <td>Otis Rossi</td>
                <td>Ada Rossi</td>
                <td>Violin, Mon 2:00</td>
              </tr>
              <tr className="bad">
                <td>Kofi Müller</td>
                <td>Lina Müller</td>
                <td>
                  <NoteHead kind="x" />
                  Violin, Wed 25:00
                </td>
              </tr>
            </tbody>
          </table>
          <p className="dim">23 rows are ready. 1 needs a time.</p>
        </div>
      </div>
    </section>
  )
}
