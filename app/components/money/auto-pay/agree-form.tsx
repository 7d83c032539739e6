import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { CheckField } from "~/components/form/field"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import type { ProviderName } from "~/models/money/payment-provider/payment-provider"
import { providerLabels } from "~/models/money/payment-provider/payment-provider"
import { methodTexts } from "~/texts/money/saved-methods"

const agreeFormId = "agree-to-automatic-payment"

/** Where something can be saved, what is agreed to there, and whether that moves no money. */
export type Offer = { way: ProviderName; agreement: string; isPractice: boolean }

type AgreeFormProps = Offer & {
  familyId: string
  /** an account is saved already, and this one takes its place */
  replaces: boolean
  result?: SubmissionResult
}

/** What a payer agrees to before the provider asks them what to save. */
export function AgreeForm({ familyId, way, agreement, replaces, isPractice, result }: AgreeFormProps) {
  const [form, fields] = useForm<{ agree: string }>({
    id: agreeFormOf(familyId, way),
    lastResult: result,
  })
  const provider = providerLabels[way]
  return (
    <PostForm className="form" {...getFormProps(form)} sends={{ family: familyId, way }}>
      <Agreement text={agreement} />
      <CheckField meta={fields.agree} label="I agree" />
      <p>
        <SubmitButton
          intent="agree"
          variant={replaces ? "secondary" : "primary"}
          pending={`Going to ${provider}…`}
        >
          {replaces ? methodTexts[way].replace : methodTexts[way].agree}
        </SubmitButton>
      </p>
      <p className="small dim">
        {methodTexts[way].confirm} Then you come back here. Nothing is charged now.
        {isPractice ? " This is a test: no money moves." : null}
      </p>
    </PostForm>
  )
}

/** The form's ID, for the summary of its errors. */
export const agreeFormOf = (familyId: string, way: string) => `${agreeFormId}-${familyId}-${way}`

export function Agreement({ text }: { text: string }) {
  return (
    <div className="stack">
      {text.split("\n\n").map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  )
}
