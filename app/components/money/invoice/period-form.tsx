import { Form, useSubmit } from "@remix-run/react"
import type { FocusEvent } from "react"
import { NameChoice } from "~/components/form/name-choice/name-choice"
import { FilterInput } from "~/components/ui/filter-form"
import { RehearsalLetter } from "~/components/ui/rehearsal-letter"
import type { NameOffer } from "~/models/foundation/name-search/name-search"
import { paths } from "~/utils/paths"

type PeriodFormProps = {
  families: NameOffer
  familyId?: string
  from?: string
  to?: string
  dueOn?: string
  draftId?: string
  /** It was opened from what is ready to invoice, and leads back there. */
  isFromReady?: boolean
  /** The form that sends the invoice; the due date belongs to it. */
  invoiceFormId: string
  dueProblem?: string
}

/** Section A: the family and the period. Submits at once with a script, else with its button. */
export function PeriodForm({
  families,
  familyId,
  from,
  to,
  dueOn,
  draftId,
  isFromReady,
  ...due
}: PeriodFormProps) {
  const submit = useSubmit()
  const ask = (form: HTMLFormElement) => {
    if (form.checkValidity()) submit(form, { preventScrollReset: true })
  }
  // Submits a date when its field loses focus, because every keystroke of a year would be a valid date.
  const leave = ({ target, currentTarget }: FocusEvent<HTMLFormElement>) => {
    const isChanged =
      target instanceof HTMLInputElement && target.type === "date" && target.value !== target.defaultValue
    if (isChanged && target.name !== "dueOn") ask(currentTarget)
  }
  return (
    <Form method="get" className="step" aria-labelledby="step-a" onBlur={leave}>
      <h2 id="step-a">
        <RehearsalLetter letter="A" />
        Family and period
      </h2>
      {draftId ? <input type="hidden" name="draft" value={draftId} /> : null}
      {isFromReady ? <input type="hidden" name="back" value="ready" /> : null}
      <div className="columns invoice-period">
        <NameChoice
          id="family"
          name="family"
          label="Family"
          sought="a family"
          prompt="Choose a family"
          value={familyId ?? ""}
          offer={families}
          source={paths.familyNames()}
          onChoose={ask}
        />
        {familyId ? (
          <>
            <Day id="from" label="From" value={from} />
            <Day id="to" label="To" value={to} />
            <DueDay value={dueOn} {...due} />
          </>
        ) : null}
      </div>
      <p className="noscript">
        <button className="button" type="submit">
          Load items
        </button>
      </p>
    </Form>
  )
}

function Day({ id, label, value }: { id: string; label: string; value?: string }) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <FilterInput id={id} name={id} type="date" required value={value} />
    </div>
  )
}

function DueDay({
  value,
  invoiceFormId,
  dueProblem,
}: {
  value?: string
  invoiceFormId: string
  dueProblem?: string
}) {
  const id = `${invoiceFormId}-dueOn`
  return (
    <div className={dueProblem ? "field invalid" : "field"}>
      <label htmlFor={id}>Due date</label>
      {dueProblem ? (
        <span className="error" id={`${id}-error`}>
          {dueProblem}
        </span>
      ) : null}
      <input
        id={id}
        form={invoiceFormId}
        name="dueOn"
        type="date"
        required
        defaultValue={value}
        aria-invalid={dueProblem ? true : undefined}
        aria-describedby={dueProblem ? `${id}-error` : undefined}
      />
    </div>
  )
}
