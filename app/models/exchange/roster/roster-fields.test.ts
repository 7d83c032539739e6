import { readFileSync } from "node:fs"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { decodeText, detectDelimiter } from "~/utils/csv"
import { readCsv } from "~/utils/csv.server"
import { addressHeadings } from "~/utils/postal-address"
import { rosterFields } from "./roster-field-names"
import { checkMapping, columnUses, guessMapping, isColumnUse } from "./roster-fields"

function guessFor(file: string) {
  const { text } = decodeText(readFileSync(`tests/support/rosters/${file}`))
  const { headers, rows } = readCsv(text, detectDelimiter(text))
  const mapping = guessMapping(
    headers,
    rows.map((row) => row.cells),
  )
  return headers.map((header, column) => [header, mapping[column]])
}

function guess(headings: string, row = headings) {
  return Object.values(guessMapping(headings.split(";"), [row.split(";")]))
}

describe("the columns of a roster are recognized", () => {
  it("an address in the columns that our own files have", () => {
    const row = "1 Elm St;Utica;NY;13501;United States"
    expect(guess(addressHeadings.join(";"), row)).toEqual([
      "address",
      "city",
      "region",
      "postcode",
      "country",
    ])
  })

  it("all 26 of the English one", () => {
    expect(guessFor("roster.csv")).toEqual([
      ["Student ID", "studentCode"],
      ["First Name", "firstName"],
      ["Last Name", "lastName"],
      ["Birthday", "birthDate"],
      ["Status", "status"],
      ["Instrument", "instrument"],
      ["Level", "level"],
      ["Teacher", "teacher"],
      ["Lesson Type", "classKind"],
      ["Lesson Day", "weekday"],
      ["Lesson Time", "time"],
      ["Duration (min)", "minutes"],
      ["Rate", "price"],
      ["Billing", "billing"],
      ["Start Date", "startDate"],
      ["Student Email", "studentEmail"],
      ["Parent 1 Name", "guardian1Name"],
      ["Parent 1 Relationship", "guardian1Relation"],
      ["Parent 1 Email", "guardian1Email"],
      ["Parent 1 Phone", "guardian1Phone"],
      ["Parent 2 Name", "guardian2Name"],
      ["Parent 2 Relationship", "guardian2Relation"],
      ["Parent 2 Email", "guardian2Email"],
      ["Parent 2 Phone", "guardian2Phone"],
      ["Address", "address"],
      ["Notes", "notes"],
    ])
    expect(guessFor("roster-with-errors.csv")).toEqual(guessFor("roster.csv"))
  })

  it("all 12 of the German one, where email and telephone are the parent's", () => {
    expect(guessFor("roster-semicolon-windows1252.csv")).toEqual([
      ["Vorname", "firstName"],
      ["Nachname", "lastName"],
      ["Geburtsdatum", "birthDate"],
      ["Instrument", "instrument"],
      ["Wochentag", "weekday"],
      ["Uhrzeit", "time"],
      ["Dauer", "minutes"],
      ["Preis", "price"],
      ["Elternteil", "guardian1Name"],
      ["E-Mail", "guardian1Email"],
      ["Telefon", "guardian1Phone"],
      ["Bemerkung", "notes"],
    ])
  })

  it("in French and Spanish", () => {
    expect(
      guess("Nom;Prénom;Date de naissance;Professeur;Jour;Heure;Durée;Tarif;Mère;Courriel;Père;Téléphone"),
    ).toEqual([
      "lastName",
      "firstName",
      "birthDate",
      "teacher",
      "weekday",
      "time",
      "minutes",
      "price",
      "guardian1Name",
      "guardian1Email",
      "guardian2Name",
      "guardian2Phone",
    ])
    expect(
      guess("Nombre;Apellidos;Fecha de nacimiento;Profesora;Día;Hora;Correo de la madre;Teléfono del padre"),
    ).toEqual([
      "firstName",
      "lastName",
      "birthDate",
      "teacher",
      "weekday",
      "time",
      "guardian1Email",
      "guardian2Phone",
    ])
  })

  it("whoever the email belongs to", () => {
    expect(guess("Name;E-Mail;Telefon")).toEqual(["fullName", "studentEmail", "studentPhone"])
    expect(guess("Student;Email;Parent;Email")).toEqual([
      "fullName",
      "studentEmail",
      "guardian1Name",
      "guardian1Email",
    ])
    expect(guess("Name;Mother's Name;Mother's Email;Father's Name;Father's Email")).toEqual([
      "fullName",
      "guardian1Name",
      "guardian1Email",
      "guardian2Name",
      "guardian2Email",
    ])
    expect(guess("Name;Parent First Name;Parent Last Name;Parent Email Address;Guardian2 Phone")).toEqual([
      "fullName",
      "guardian1Name",
      "guardian1LastName",
      "guardian1Email",
      "guardian2Phone",
    ])
    expect(guess("Name;Parent;", "Mia;Jörg;joerg@example.com")).toEqual([
      "fullName",
      "guardian1Name",
      "guardian1Email",
    ])
  })

  it("and what is not recognized is kept in the notes, unless it is empty", () => {
    expect(guess("Name;T-Shirt;Bus;Name", "Mia;M;;Mia M")).toEqual([
      "fullName",
      "copyToNotes",
      "ignore",
      "copyToNotes",
    ])
    // People who don’t see prices read the notes.
    expect(guess("Name;Rate;Price;Account;Owes;Bus", "Mia;$45.00;45;$12.50;30;3")).toEqual([
      "fullName",
      "price",
      "ignore",
      "ignore",
      "ignore",
      "copyToNotes",
    ])
    expect(guess("Row;Problem;First name", "2;No;Mia")).toEqual(["ignore", "ignore", "firstName"])
  })

  it("never throws, never uses a field twice, and leaves no column out that has content", () => {
    const heading = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("Name", "E-Mail", "Parent", "Phone", "Mother", "__proto__", "constructor"),
    )
    fc.assert(
      fc.property(fc.array(heading, { maxLength: 12 }), (headings) => {
        const mapping = guessMapping(headings, [headings.map(() => "x")])
        const fields = Object.values(mapping).filter((use) => use !== "copyToNotes" && use !== "ignore")
        expect(new Set(fields).size).toBe(fields.length)
        expect(Object.values(mapping)).toHaveLength(headings.length)
        expect(Object.values(mapping).every(isColumnUse)).toBe(true)
        expect(checkMapping(mapping).some((text) => text.startsWith("Two columns"))).toBe(false)
      }),
    )
  })
})

describe("a mapping", () => {
  it("needs a name and one column for each field", () => {
    expect(checkMapping({ 0: "firstName", 1: "notes" })).toEqual([])
    expect(checkMapping({ 0: "price", 1: "price", 2: "copyToNotes", 3: "copyToNotes" })).toEqual([
      "Two columns are set to “Price.” Choose one of them.",
      "There’s no column for the students’ names. Choose a column for the first, last or full name.",
    ])
  })

  it("offers every field once", () => {
    expect(columnUses).toHaveLength(Object.keys(rosterFields).length + 2)
    expect(isColumnUse("guardian2Phone")).toBe(true)
    expect(isColumnUse("toString")).toBe(false)
  })
})

it("a list of parents with their children in a column: who has the first and last name is the guardian", () => {
  const headings = ["First Name", "Last Name", "Email", "Phone", "Children"]
  const contact = ["Anne", "Byrne", "a@x.example", "555-010-0001"]
  expect(Object.values(guessMapping(headings, [[...contact, "Ada; Ben"]]))).toEqual([
    "guardian1Name",
    "guardian1LastName",
    "guardian1Email",
    "guardian1Phone",
    "fullName",
  ])
  // Contacts of whom hardly one has children named are students, as in an address book.
  const few = [
    [...contact, "Ada"],
    [...contact, ""],
    [...contact, ""],
  ]
  expect(Object.values(guessMapping(headings, few)).slice(0, 2)).toEqual(["firstName", "lastName"])
})
