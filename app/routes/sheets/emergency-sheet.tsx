import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { Button } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { DataTable } from "~/components/ui/data-table"
import { EmptyState } from "~/components/ui/empty-state"
import { FilterForm, FilterInput } from "~/components/ui/filter-form"
import { PageHead } from "~/components/ui/page-head"
import { PhoneLink } from "~/components/ui/phone-link"
import { PrintButton } from "~/components/ui/print-button"
import { requireMember } from "~/http/guards.server"
import { classOfPage } from "~/http/page-reads.server"
import { notFound } from "~/http/responses.server"
import { type EmergencyRow, mostRows } from "~/models/overview/sheets/sheets"
import { classEmergencySheet, dayEmergencySheet } from "~/models/overview/sheets/sheets.server"
import { now } from "~/utils/clock.server"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { isDate } from "~/utils/dates"
import { paths } from "~/utils/paths"
import { today } from "~/utils/zones"

/** Of a class, or of everyone who has a lesson on a day. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:read")
  const query = new URL(request.url).searchParams
  const asked = query.get("date") ?? ""
  const date = isDate(asked) ? asked : today(actor.school.timeZone, now())
  const classId = query.get("class")
  const found = classId ? classOfPage(actor, classId) : undefined
  if (classId && !found) throw notFound()
  return {
    date,
    schoolClass: found ? { id: found.id, name: found.name } : null,
    ...(found ? classEmergencySheet(actor, found.id, date) : dayEmergencySheet(actor, date)),
  }
}

export const meta: MetaFunction<typeof loader> = () => [{ title: "Emergency sheet · Tutti" }]

export default function EmergencySheet() {
  const { date, schoolClass, rows, isCut } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        back={
          schoolClass
            ? { to: paths.class(schoolClass.id), label: schoolClass.name }
            : { to: paths.students(), label: "Students" }
        }
        title="Emergency sheet"
        expression={`${schoolClass?.name ?? "Everyone with a lesson"}, ${formatDate(date, "full")}: ${isCut ? "the first " : ""}${countOf(rows.length, "student")}`}
        actions={<PrintButton />}
      />
      <FilterForm>
        {schoolClass ? <input type="hidden" name="class" value={schoolClass.id} /> : null}
        <label>
          Day <FilterInput type="date" name="date" value={date} />
        </label>
        <Button type="submit" variant="secondary">
          Choose day
        </Button>
      </FilterForm>
      {isCut ? (
        <Callout tone="red">
          <p>
            More than {mostRows} students come on this day. This sheet names the first {mostRows} by last
            name: print the sheet of each class for the others.
          </p>
        </Callout>
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
      caption="Students with guardians, phone numbers and medical notes"
      terse="labelled"
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { label: "Student", cell: ({ name }) => <b>{name}</b> },
        { label: "Born", cell: ({ birthDate }) => (birthDate ? formatDate(birthDate, "medium") : "–") },
        { label: "Phone", cell: ({ phone }) => (phone ? <PhoneLink number={phone} /> : "–") },
        { label: "Guardians", cell: ({ guardians }) => <Guardians guardians={guardians} /> },
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
