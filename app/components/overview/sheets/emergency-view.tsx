import { Button } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { DataTable, EmptyState } from "~/components/ui/data-table"
import { FilterForm, FilterInput } from "~/components/ui/filter-form"
import { PageHead } from "~/components/ui/page-head"
import { PhoneLink, PhoneText } from "~/components/ui/phone-link"
import { PrintButton } from "~/components/ui/print-button"
import { type EmergencyRow, mostRows } from "~/models/overview/sheets/sheets"
import { countOf, formatDate } from "~/utils/formats"

type EmergencyViewProps = {
  back: { to: string; label: string }
  date: string
  /** The class it's of; without one it's of everyone with a lesson that day. */
  schoolClass: { id: string; name: string } | null
  rows: EmergencyRow[]
  isCut: boolean
}

/** Whom to call for the students of a class or a day, to print. */
export function EmergencyView({ back, date, schoolClass, rows, isCut }: EmergencyViewProps) {
  return (
    <>
      <PageHead
        back={back}
        title="Emergency sheet"
        expression={`${schoolClass?.name ?? "Everyone with a lesson"}, ${formatDate(date, "full")}: ${isCut ? "the first " : ""}${countOf(rows.length, "student")}`}
        actions={<PrintButton />}
      />
      <FilterForm>
        {schoolClass ? <input type="hidden" name="class" value={schoolClass.id} /> : null}
        <label>
          Day <FilterInput type="date" name="date" value={date} />
        </label>
        <Button variant="secondary">Choose day</Button>
      </FilterForm>
      {isCut ? (
        <CalloutText tone="red">
          More than {mostRows} students come on this day. This sheet names the first {mostRows} by last name:
          print the sheet of each class for the others.
        </CalloutText>
      ) : null}
      {rows.length > 0 ? (
        <SheetTable rows={rows} />
      ) : (
        <EmptyState>
          {schoolClass ? "No students are enrolled in this class on this day." : "No lessons on this day."}
        </EmptyState>
      )}
    </>
  )
}

function SheetTable({ rows }: { rows: EmergencyRow[] }) {
  return (
    <DataTable
      caption="Students with guardians, emergency contacts, phone numbers and medical notes"
      terse="labelled"
      rows={rows}
      columns={[
        { label: "Student", cell: ({ name }) => <b>{name}</b> },
        { label: "Born", cell: ({ birthDate }) => (birthDate ? formatDate(birthDate, "medium") : "–") },
        { label: "Phone", cell: ({ phone }) => (phone ? <PhoneLink number={phone} /> : "–") },
        { label: "Guardians", cell: ({ guardians }) => <Guardians guardians={guardians} /> },
        {
          label: "Emergency contact",
          cell: ({ emergencyContact }) => (emergencyContact ? <PhoneText text={emergencyContact} /> : "–"),
        },
        { label: "Medical and emergency notes", cell: ({ medicalNotes }) => medicalNotes ?? "–" },
      ]}
    />
  )
}

function Guardians({ guardians }: Pick<EmergencyRow, "guardians">) {
  if (guardians.length === 0) return "–"
  return guardians.map(({ name, relation, phone }) => (
    <div key={`${name} ${phone}`}>
      {relation ? `${name} (${relation})` : name}
      {phone ? (
        <>
          {": "}
          <PhoneLink number={phone} />
        </>
      ) : null}
    </div>
  ))
}
