import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { Field, SelectField } from "~/components/form/field"
import { FormPage } from "~/components/form/form-page"
import { PostForm, SubmitRow } from "~/components/form/post-form"
import { pageTitle } from "~/components/shell/frame"
import { requireMember } from "~/http/guards.server"
import { requireLivingFamily } from "~/http/living-family.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { installmentRange, rhythmLabels } from "~/models/money/installment/installment-labels"
import { findPlanRule } from "~/models/money/installment/plans.server"
import { changePlanRule } from "~/models/money/payment-plan/payment-plan.server"
import { PlanRuleForm } from "~/models/money/payment-plan/plan-form"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const family = await requireLivingFamily(actor, params.familyId)
  return {
    family: { id: family.id, name: family.name },
    rule: findPlanRule(actor, family.id) ?? { count: 1, rhythm: "month" as const },
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const family = await requireLivingFamily(actor, params.familyId)
  const submission = readForm(await request.formData(), { schema: PlanRuleForm })
  if (submission.status !== "success") return invalid(submission)
  changePlanRule(actor, family.id, submission.value)
  const { count } = submission.value
  return redirectWithToast(
    paths.family(family.id),
    count > 1
      ? `New invoices are divided into ${countOf(count, "installment")}.`
      : "New invoices are due in one payment.",
  )
}

export const meta = pageTitle<typeof loader>(
  (data) => `Installments, ${data.family.name}`,
  "Installments, family",
)

export default function FamilyInstallments() {
  const { family, rule } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const [form, fields] = useForm<{ count: string; rhythm: string }>({
    id: "plan-rule",
    lastResult: result,
    defaultValue: { count: String(rule.count), rhythm: rule.rhythm },
  })
  const back = paths.family(family.id)
  return (
    <FormPage
      form={form}
      back={{ to: back, label: "Family billing" }}
      title="Installments for new invoices"
      expression={family.name}
    >
      <p>
        Each new invoice is divided into equal installments. The first is due on the invoice’s due date.
        Invoices that were sent keep their plan; open an invoice to change it.
      </p>
      <PostForm edits className="form" {...getFormProps(form)}>
        <Field
          meta={fields.count}
          label="Number of installments"
          hint={`1 is a single payment, ${installmentRange.most} the most.`}
          inputMode="numeric"
          maxLength={2}
        />
        <SelectField
          meta={fields.rhythm}
          label="Then"
          choices={Object.entries(rhythmLabels).map(([value, label]) => ({ value, label }))}
        />
        <SubmitRow label="Save installments" pending="Saving…" cancel={back} />
      </PostForm>
    </FormPage>
  )
}
