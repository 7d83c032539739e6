import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { SelectField } from "~/components/form/choice-fields"
import { DateField, Field } from "~/components/form/field"
import { FormPage } from "~/components/form/form-page"
import { PostForm } from "~/components/form/post-form"
import { SubmitRow } from "~/components/form/submit-button"
import { ChooseFamily } from "~/components/money/package/choose-family"
import { alsoWhenRefused } from "~/components/ui/after-refusal"
import { EmptyState } from "~/components/ui/empty-state"
import { requireMember } from "~/http/guards.server"
import { requireLivingFamily } from "~/http/living-family.server"
import { readForm } from "~/http/read-form.server"
import { invalid } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { taxChoices } from "~/models/accounts/tax/tax"
import { listTaxRates } from "~/models/accounts/tax/tax-rates.server"
import { readNameWish } from "~/models/foundation/name-choice/name-offer"
import { NewHireForm } from "~/models/money/hire/hire-forms"
import { addHire } from "~/models/money/hire/hires.server"
import { offerFamilyNames } from "~/models/people/family/family-choices.server"
import { type HireRefusal, hireRefusals } from "~/texts/money/refusals"
import { todayOf } from "~/utils/clock.server"
import { countOf } from "~/utils/count-of"
import { newId } from "~/utils/ids.server"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const { searchParams } = new URL(request.url)
  const familyId = searchParams.get("family")
  const family = familyId ? await requireLivingFamily(actor, familyId) : null
  return {
    families: family ? null : offerFamilyNames(actor, readNameWish(searchParams, "family")),
    family: family ? { id: family.id, name: family.name } : null,
    students: (family?.students ?? []).map(({ id, firstName }) => ({ value: id, label: firstName })),
    student: searchParams.get("student"),
    taxes: taxChoices(listTaxRates(actor)),
    today: todayOf(actor),
    currency: actor.school.currency,
    formKey: newId(),
  }
}

const fields: Record<HireRefusal, string> = {
  "student-unknown": "student",
  "hire-unknown": "form",
  "tax-unknown": "tax",
  "ends-before-start": "endsOn",
  "starts-too-early": "startsOn",
  closed: "startsOn",
  "end-is-charged": "endsOn",
  "sent-before": "form",
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const family = await requireLivingFamily(actor, new URL(request.url).searchParams.get("family"))
  const submission = readForm(await request.formData(), { schema: NewHireForm })
  if (submission.status !== "success") return invalid(submission)
  const { student, ...hire } = submission.value
  if (!family.students.some(({ id }) => id === student))
    return invalid(submission, { student: "Choose a student of this family." }, 409)
  const added = addHire(actor, student, hire)
  if (!added.ok) return invalid(submission, { [fields[added.reason]]: hireRefusals[added.reason] }, 409)
  const charged = added.charged > 0 ? ` ${countOf(added.charged, "month")} ready to invoice.` : ""
  return redirectWithToast(paths.hire(added.hireId), `${hire.item} rented out.${charged}`)
}

export const shouldRevalidate = alsoWhenRefused

export const meta: MetaFunction = () => [{ title: "Rent out an instrument · Tutti" }]

export default function NewHire() {
  const { families, family, students, student, taxes, currency, ...rest } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const [form, meta] = useForm<
    Record<"student" | "item" | "serialNumber" | "price" | "tax" | "startsOn" | "endsOn" | "formKey", string>
  >({
    id: "new-hire",
    lastResult: result,
    defaultValue: { student: student ?? students[0]?.value, startsOn: rest.today, formKey: rest.formKey },
  })
  return (
    <FormPage
      form={form}
      back={
        family
          ? { to: paths.family(family.id), label: family.name }
          : { to: paths.hires(), label: "Instrument rentals" }
      }
      title="Rent out an instrument"
      expression={family?.name}
    >
      {!family ? (
        <ChooseFamily families={families} />
      ) : students.length === 0 ? (
        <EmptyState>This family has no students yet.</EmptyState>
      ) : (
        <PostForm className="form" {...getFormProps(form)}>
          <input type="hidden" name="formKey" value={rest.formKey} />
          <SelectField meta={meta.student} label="Student" choices={students} />
          <Field meta={meta.item} label="Instrument" hint="For example, Violin 3/4" maxLength={80} />
          <Field meta={meta.serialNumber} label="Serial number" optional maxLength={60} />
          <Field
            meta={meta.price}
            label={`Price a month in ${currency}`}
            inputMode="decimal"
            maxLength={20}
          />
          {taxes.length > 0 ? <SelectField meta={meta.tax} label="Tax" choices={taxes} /> : null}
          <DateField
            meta={meta.startsOn}
            label="First day"
            hint="A month that is only partly rented follows your tuition rule."
          />
          <DateField meta={meta.endsOn} label="Last day" hint="Leave blank until it comes back." optional />
          <SubmitRow label="Rent out instrument" pending="Saving…" />
        </PostForm>
      )}
    </FormPage>
  )
}
