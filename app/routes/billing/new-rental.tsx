import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { DateField, Field, SelectField } from "~/components/form/field"
import { PostForm, SubmitRow } from "~/components/form/post-form"
import { SalePage } from "~/components/money/package/choose-family"
import { alsoWhenRefused } from "~/components/ui/after-refusal"
import { EmptyState } from "~/components/ui/data-table"
import { requireMember } from "~/http/guards.server"
import { intent, intents } from "~/http/intents.server"
import { taxChoices } from "~/models/accounts/tax/tax"
import { listTaxRates } from "~/models/accounts/tax/tax-rates.server"
import { NewHireForm } from "~/models/money/rental/rental-forms"
import { addHire } from "~/models/money/rental/rentals.server"
import { hireRefusals } from "~/texts/money/refusals"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { familyOfSale, readSale } from "./sale-family.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  return {
    ...(await readSale(actor, request)),
    taxes: taxChoices(listTaxRates(actor)),
    currency: actor.school.currency,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const family = await familyOfSale(actor, request)
  return intents(request, paths.rentals(), {
    else: intent({
      schema: NewHireForm,
      run: ({ student, ...hire }) =>
        family.students.some(({ id }) => id === student)
          ? addHire(actor, student, hire)
          : { ok: false as const, reason: "other-family" as const },
      field: {
        "other-family": "student",
        "student-unknown": "student",
        "tax-unknown": "tax",
        "ends-before-start": "endsOn",
        "end-is-charged": "endsOn",
        "starts-too-early": "startsOn",
        closed: "startsOn",
      },
      status: 409,
      refusals: { ...hireRefusals, "other-family": "Choose a student of this family." },
      saved: ({ charged }, { item }) =>
        `${item} rented out.${charged > 0 ? ` ${countOf(charged, "month")} ready to invoice.` : ""}`,
      to: ({ hireId }) => paths.rental(hireId),
    }),
  })
}

export const shouldRevalidate = alsoWhenRefused

export const meta: MetaFunction = () => [{ title: "Rent out an instrument · Tutti" }]

type Fields = Record<
  "student" | "item" | "serialNumber" | "price" | "tax" | "startsOn" | "endsOn" | "formKey",
  string
>

export default function NewHire() {
  const { holders, holder, taxes, currency, today, formKey, ...sale } = useLoaderData<typeof loader>()
  const [form, meta] = useForm<Fields>({
    id: "new-rental",
    lastResult: useActionData<typeof action>()?.result,
    defaultValue: { student: holder, startsOn: today, formKey },
  })
  return (
    <SalePage
      {...sale}
      form={form}
      title="Rent out an instrument"
      back={{ to: paths.rentals(), label: "Instrument rentals" }}
    >
      {holders.length === 0 ? (
        <EmptyState>This family has no students yet.</EmptyState>
      ) : (
        <PostForm className="form" {...getFormProps(form)} sends={{ formKey }}>
          <SelectField meta={meta.student} label="Student" choices={holders} />
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
    </SalePage>
  )
}
