import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { redirect, useActionData, useLoaderData } from "@remix-run/react"
import { ImportSteps } from "~/components/exchange/roster-import/import-steps"
import { Field } from "~/components/form/field"
import { ErrorSummary, PostForm, SubmitButton } from "~/components/form/post-form"
import { Link } from "~/components/ui/button"
import { DataTable } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { tooMany } from "~/http/answer"
import { requireMember } from "~/http/guards.server"
import { invalid, readForm } from "~/http/read-form.server"
import { uploadStatus } from "~/models/accounts/quota/quota"
import { UploadForm } from "~/models/exchange/roster-import/columns-form"
import { asSentence, LARGEST_UPLOAD } from "~/models/exchange/roster-import/roster-import"
import { listImports } from "~/models/exchange/roster-import/roster-import.server"
import { uploadRosterInTurns } from "~/models/exchange/roster-import/upload-roster.server"
import { mostText } from "~/utils/bytes"
import { hasSeveralFiles, oneFileOnly } from "~/utils/form-files"
import { formatDate, formatTime } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { localDate } from "~/utils/zones"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "roster:import")
  return {
    imports: listImports(actor).map(({ id, fileName, state, createdAt, canceledAt, summary }) => ({
      id,
      fileName,
      state:
        canceledAt === null ? state : state === "undoing" ? ("canceling" as const) : ("canceled" as const),
      date: localDate(createdAt, actor.school.timeZone),
      made: summary ? asSentence(summary) : "",
      problems: summary?.problems ?? 0,
    })),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "roster:import")
  // A body that is no form reads as a form without a file.
  const form = await request.formData().catch(() => new FormData())
  const submission = readForm(new FormData(), { schema: UploadForm })
  const file = form.get("file")
  if (!(file instanceof File) || file.name === "")
    return invalid(submission, { file: "Choose the file with your students." })
  if (hasSeveralFiles(form)) return invalid(submission, { file: oneFileOnly })
  const bytes = new Uint8Array(await file.arrayBuffer())
  const uploaded = await uploadRosterInTurns(actor, { name: file.name, bytes })
  if (!uploaded.ok)
    return invalid(
      submission,
      { file: uploaded.message },
      uploaded.reason === "busy" ? tooMany(60) : uploadStatus(uploaded.reason),
    )
  return redirect(paths.import(uploaded.importId), 303)
}

export const meta: MetaFunction = () => [{ title: "Import a roster · Tutti" }]

export default function Imports() {
  const { imports } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm<UploadForm>({ id: "upload", lastResult: answer?.result })
  return (
    <>
      <ErrorSummary form={form} />
      <PageHead
        back={{ to: paths.students(), label: "Students" }}
        title="Import a roster"
        expression="from any spreadsheet, in four steps"
      />
      <ImportSteps current="File" />
      <div className="two-columns">
        <div className="stack">
          <PostForm className="form" encType="multipart/form-data" {...getFormProps(form)}>
            <Field
              meta={fields.file}
              label="Excel or CSV file"
              hint={`An .xlsx file from Excel, or CSV from Numbers or Google Sheets. Up to ${mostText(LARGEST_UPLOAD)} and 5,000 rows.`}
              type="file"
              accept=".xlsx,.csv,.tsv,.txt,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            />
            <p className="buttons">
              <SubmitButton pending="Reading the file…" label="Upload file" />
            </p>
            <p className="dim">You’ll check the columns and a preview before anything is imported.</p>
          </PostForm>
          {imports.length > 0 ? <FormerImports imports={imports} /> : null}
        </div>
        <Understood />
      </div>
    </>
  )
}

const stateLabels = {
  uploaded: "Not imported yet",
  importing: "Importing",
  imported: "Imported",
  undoing: "Undoing",
  undone: "Undone",
  canceling: "Canceling",
  canceled: "Canceled",
}

type Former = ReturnType<typeof useLoaderData<typeof loader>>["imports"]

function FormerImports({ imports }: { imports: Former }) {
  return (
    <section className="section" aria-labelledby="former">
      <h2 id="former">Earlier imports</h2>
      <DataTable
        caption="Earlier imports"
        rows={imports}
        columns={[
          {
            label: "File",
            cell: ({ id, fileName }) => (
              <Link className="wrap-anywhere" to={paths.import(id)}>
                {fileName}
              </Link>
            ),
          },
          { label: "Date", cell: ({ date }) => formatDate(date, "medium") },
          { label: "Status", cell: ({ state }) => stateLabels[state] },
          { label: "Created", cell: ({ made }) => made || "–" },
          { label: "Skipped", numeric: true, cell: ({ problems }) => problems },
        ]}
      />
    </section>
  )
}

function Understood() {
  return (
    <section className="section" aria-labelledby="understood">
      <h2 id="understood">What you can import</h2>
      <ul className="rows bracket indented">
        <li>Students: name, birth date, status, instrument, level, student ID, email, phone</li>
        <li>
          Guardians: name, relationship, email, phone. Students who share an email, a phone number or a
          guardian join one family.
        </li>
        <li>
          Lessons: teacher, day, time, length, price per lesson or month, start date. One cell can combine
          them, like {`“Mon ${formatTime("15:30")}–${formatTime("16:15")}.”`}
        </li>
        <li>
          Family name, address, medical notes and notes. Other columns go into the student’s notes. A student
          can have several rows.
        </li>
        <li>
          Exports of My Music Staff, Jackrabbit, Teachworks, Opus1, TutorCruncher, Acuity, Google and Outlook:{" "}
          <Link to={paths.helpArticle("import-from-another-program")}>how to get yours</Link>
        </li>
      </ul>
      <p className="dim">
        Headings can be in many languages, in any order. Only the students’ names are required.
      </p>
    </section>
  )
}
