import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { Field, SelectField } from "~/components/form/field"
import { ActButton, ErrorSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { framed } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { DataTable, EmptyState } from "~/components/ui/data-table"
import { requireMember } from "~/http/guards.server"
import { act, idIn, intent, intents, titles } from "~/http/intents.server"
import { formPurposes } from "~/models/people/enrollment-form/enrollment-form"
import { addForm, copyForm, listForms } from "~/models/people/enrollment-form/enrollment-form.server"
import { countByForm } from "~/models/people/inquiry/inquiries.server"
import { findSchoolPage } from "~/models/people/school-page/school-page.server"
import { formPurposeLabels } from "~/texts/people/enrollment-form"
import { formRefusals } from "~/texts/people/refusals"
import { paths } from "~/utils/paths"
import { NewEnrollmentForm } from "./enrollment-form-forms.server"

// The forms of the public page: each for one purpose, with an address of its own.

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const counts = countByForm(actor)
  return {
    forms: listForms(actor).map(({ id, name, path, purpose, isMain, isArchived }) => ({
      ...{ id, name, path, purpose, isMain, isArchived },
      inquiries: counts.get(id) ?? 0,
    })),
    address: findSchoolPage(actor)?.address ?? null,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  return intents(request, paths.enrollmentForms(), {
    add: intent({
      schema: NewEnrollmentForm,
      run: (form) => addForm(actor, form),
      refusals: { "too-many": formRefusals["too-many"] },
      field: "name",
      status: 409,
      saved: (_, { name }) => `${name} added.`,
      to: ({ id }) => paths.enrollmentForm(id),
    }),
    copy: act({
      run: (form) => copyForm(actor, idIn(form, "formId")),
      refusals: titles({ "too-many": formRefusals["too-many"] }),
      saved: ({ name }) => `${name} added.`,
      to: ({ id }) => paths.enrollmentForm(id),
    }),
  })
}

export const { handle, meta } = framed({
  title: "Forms on the public page",
  column: "stack narrow",
  head: () => ({
    expression: "each for one purpose, with a link of its own",
    back: { to: paths.schoolPageSettings(), label: "Public page" },
  }),
})

type Row = ReturnType<typeof useLoaderData<typeof loader>>["forms"][number]

const stateOf = ({ isMain, isArchived }: Row) =>
  isArchived ? "Archived" : isMain ? "On the page itself" : "By its link"

export default function EnrollmentForms() {
  const { forms, address } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const [form, fields] = useForm<{ name: string; purpose: string }>({
    id: "new-form",
    lastResult: result,
    defaultValue: { purpose: "trial" },
  })
  if (address === null)
    return (
      <EmptyState>
        Forms belong to your public page. <Link to={paths.schoolPageSettings()}>Set up the page</Link> first.
      </EmptyState>
    )
  return (
    <>
      <DataTable
        caption="Forms"
        rows={forms}
        columns={[
          { label: "Name", cell: ({ id, name }: Row) => <Link to={paths.enrollmentForm(id)}>{name}</Link> },
          { label: "For", cell: ({ purpose }: Row) => formPurposeLabels[purpose] },
          { label: "Address", cell: ({ path }: Row) => paths.schoolForm(address, path) },
          { label: "Where", cell: stateOf },
          { label: "Inquiries", numeric: true, cell: ({ inquiries }: Row) => inquiries },
          {
            label: "Copy",
            action: true,
            cell: ({ id, name }: Row) => (
              <ActButton sends={{ formId: id }} intent="copy" pending="Copying…">
                Copy<span className="visually-hidden"> {name}</span>
              </ActButton>
            ),
          },
        ]}
      />
      <ErrorSummary form={form} />
      <PostForm makes className="form" {...getFormProps(form)}>
        <h2>New form</h2>
        <Field
          meta={fields.name}
          label="Name"
          hint="What families read, such as Summer camp"
          maxLength={80}
        />
        <SelectField
          meta={fields.purpose}
          label="What it’s for"
          choices={formPurposes.map((value) => ({ value, label: formPurposeLabels[value] }))}
        />
        <SubmitRow label="Add form" intent="add" pending="Adding…" />
      </PostForm>
    </>
  )
}
