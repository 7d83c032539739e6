import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { ActButton } from "~/components/form/act-button"
import { EnterButton } from "~/components/form/enter-button"
import { NameChoiceField } from "~/components/form/name-choice/name-choice-field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Link } from "~/components/ui/link"
import type { NameOffer } from "~/models/foundation/name-choice/name-offer"
import { paths } from "~/utils/paths"

export const payBackFormId = "pay-back"

type ExpensePayBackProps = {
  /** Whose pay it's in. */
  paidBack: { teacherId: string; teacherName: string } | null
  /** `YYYY-MM-DD`; the period of this day has it. */
  spentOn: string
  teachers: NameOffer
  result?: SubmissionResult
}

/** Pays a teacher back who paid an expense: with their pay, once. */
export function ExpensePayBack({ paidBack, spentOn, teachers, result }: ExpensePayBackProps) {
  const [form, fields] = useForm<{ teacher: string }>({ id: payBackFormId, lastResult: result })
  return (
    <section className="section" aria-labelledby="paid-by">
      <h2 id="paid-by">Paid by a teacher</h2>
      {paidBack ? (
        <>
          <p>
            The whole amount is in the pay of{" "}
            <Link to={paths.teacherPay(paidBack.teacherId, { period: spentOn })}>{paidBack.teacherName}</Link>
            .
          </p>
          <ActButton
            label="Remove from pay"
            needs="teacher:write"
            intent="stop-paying-back"
            pending="Removing…"
          />
        </>
      ) : (
        <PostForm needs="teacher:write" className="form" {...getFormProps(form)}>
          {teachers.isSearched ? (
            <EnterButton intent="pay-back" formNoValidate>
              Add to their pay
            </EnterButton>
          ) : null}
          <NameChoiceField
            meta={fields.teacher}
            label="Teacher"
            sought="a teacher"
            hint="Paid back with their pay, tax included"
            prompt="Choose a teacher"
            offer={teachers}
          />
          <p>
            <SubmitButton variant="secondary" intent="pay-back" pending="Adding…">
              Add to their pay
            </SubmitButton>
          </p>
        </PostForm>
      )}
    </section>
  )
}
