import { getFormProps, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { EnterButton } from "~/components/form/enter-button"
import { Field, SelectField } from "~/components/form/field"
import { FormPage } from "~/components/form/form-page"
import { PostForm, SubmitRow } from "~/components/form/post-form"
import { alsoWhenRefused } from "~/components/ui/after-refusal"
import { CalloutText } from "~/components/ui/callout"
import { requireMember } from "~/http/guards.server"
import { intent, intents } from "~/http/intents.server"
import { asTyped, invalid } from "~/http/read-form.server"
import {
  listRedeemingFamilies,
  lookUpVoucher,
  redeemByCode,
} from "~/models/money/voucher/sell-voucher.server"
import type { VoucherState } from "~/models/money/voucher/voucher"
import { redeemRefusals } from "~/texts/money/vouchers"
import { formatDate } from "~/utils/formats"
import { newId } from "~/utils/ids.server"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { CodeForm, RedeemCodeForm } from "./voucher-form.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:pay")
  return {
    families: listRedeemingFamilies(actor),
    currency: actor.school.currency,
    schoolName: actor.school.name,
    formKey: newId(),
  }
}

const beside = {
  ...redeemRefusals,
  "too-many-tries": { at: "code", says: redeemRefusals["too-many-tries"], status: 429 },
} as const

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "portal:pay")
  return intents(request, paths.studentInvoices(), {
    "check-code": intent({
      schema: CodeForm,
      run: async ({ code }, _form, submission) => {
        const looked = await lookUpVoucher(actor, code)
        if (!looked.ok) return looked
        const { restMinor, currency, expiresOn, state } = looked.voucher
        return data({ result: asTyped(submission), found: { restMinor, currency, expiresOn, state } })
      },
      field: "code",
      status: 409,
      refusals: beside,
    }),
    else: intent({
      schema: RedeemCodeForm,
      run: ({ family, amount, ...form }, _form, submission) => {
        const families = listRedeemingFamilies(actor)
        const familyId = chosenFamily(families, family)
        // With one family the page has no such field.
        if (!familyId)
          return families.length > 1
            ? invalid(submission, { family: "Choose a family." })
            : invalid(submission, { form: redeemRefusals["no-family"] })
        return redeemByCode(actor, { ...form, familyId, amountMinor: amount })
      },
      field: { ...codeFields, "more-than-left": "amount" },
      status: 409,
      refusals: { ...beside, "no-family": 404, "not-found": 404 },
      saved: ({ amountMinor, restMinor, currency }) =>
        restMinor > 0
          ? `${formatMoney(amountMinor, currency)} redeemed. ${formatMoney(restMinor, currency)} is left on the voucher.`
          : `${formatMoney(amountMinor, currency)} redeemed.`,
    }),
  })
}

const codeFields = Object.fromEntries(Object.keys(redeemRefusals).map((reason) => [reason, "code"])) as {
  [Reason in keyof typeof redeemRefusals]: string
}

/** With one family, that is the one. */
function chosenFamily(families: readonly { id: string }[], chosen: string | undefined): string | undefined {
  const [only] = families
  if (families.length === 1 && !chosen) return only?.id
  return families.find(({ id }) => id === chosen)?.id
}

export const shouldRevalidate = alsoWhenRefused

export const meta: MetaFunction = () => [{ title: "Redeem a gift voucher · Tutti" }]

type Fields = Record<"code" | "amount" | "family", string>

export default function RedeemVoucher() {
  const { families, currency, schoolName, formKey } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm<Fields>({ id: "redeem-code", lastResult: answer?.result })
  const found = answer && "found" in answer ? answer.found : undefined
  return (
    <FormPage
      form={form}
      back={{ to: paths.studentInvoices(), label: "Invoices" }}
      title="Redeem a gift voucher"
      expression={schoolName}
    >
      {families.length === 0 ? (
        <CalloutText>Only the people who pay your family’s invoices can redeem a voucher.</CalloutText>
      ) : (
        <PostForm className="form" {...getFormProps(form)}>
          <EnterButton intent="redeem-code">Redeem voucher</EnterButton>
          <input type="hidden" name="formKey" value={formKey} />
          <Field
            meta={fields.code}
            label="Code"
            hint="16 characters, on the voucher"
            autoComplete="off"
            spellCheck={false}
            maxLength={60}
          />
          <SubmitRow label="Check code" intent="check-code" variant="secondary" pending="Checking…" />
          {found ? <CalloutText>{foundText(found)}</CalloutText> : null}
          {families.length > 1 ? (
            <SelectField
              meta={fields.family}
              label="Family"
              prompt="Choose a family"
              choices={families.map(({ id, name }) => ({ value: id, label: name }))}
            />
          ) : null}
          <Field
            meta={fields.amount}
            label={`Amount in ${currency}`}
            hint="Leave blank to redeem all that’s left. It pays your invoices first; the rest is account credit."
            optional
            inputMode="decimal"
            maxLength={40}
          />
          <SubmitRow label="Redeem voucher" intent="redeem-code" pending="Redeeming…" />
        </PostForm>
      )}
    </FormPage>
  )
}

type Found = { restMinor: number; currency: string; expiresOn: string | null; state: VoucherState }

function foundText({ restMinor, currency, expiresOn, state }: Found): string {
  if (state === "redeemed") return redeemRefusals.spent
  if (state === "expired") return redeemRefusals.expired
  if (state !== "open") return redeemRefusals.ended
  const left = `${formatMoney(restMinor, currency)} is left on this voucher`
  return expiresOn ? `${left}. Its last day is ${formatDate(expiresOn, "full")}.` : `${left}.`
}
