import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { useEffect, useState } from "react"
import { EnterButton } from "~/components/form/enter-button"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import type { OfferedLine } from "~/models/money/invoice/invoice"
import type { InvoiceForm, LineForm } from "~/models/money/invoice/invoice-forms"
import type { UnpricedClass } from "~/models/money/invoice/unpriced-classes"
import type { Payer } from "~/models/money/payer/payer"
import { draftChangedText } from "~/texts/money/draft"
import { AddLine } from "./add-line"
import { CheckAndSend } from "./check-and-send"
import { LessonsWithoutPrice } from "./lessons-without-price"
import { OfferedLines } from "./offered-lines"

type Fields = Pick<InvoiceForm, "dueOn" | "note"> &
  LineForm &
  Record<"priceClass" | "priceAmount" | "priceKind", string>
type TypedName = keyof LineForm | "priceClass" | "priceAmount" | "priceKind"

export type NewInvoiceFormProps = {
  familyId: string
  lines: OfferedLine[]
  payers: Payer[]
  /** Ids of lines not ticked. */
  off: string[]
  note: string
  /** An item or a price that was typed and isn't added or set yet. */
  typed: Partial<Record<TypedName, string>>
  spareMinor: number
  unpriced: readonly UnpricedClass[]
  students: { id: string; name: string }[]
  taxes: { value: string; label: string }[]
  maySetPrices: boolean
  /** Of a draft: what is saved of it, and what was when its page was opened. */
  draft?: { saved: string; seen: string }
  /** Given where nothing tells the family how to pay. */
  noWayToPay?: { mayOpenSettings: boolean }
  today: string
  currency: string
  result?: SubmissionResult
}

export const invoiceFormId = "invoice"

/** Sections B and C: one form. With a script the sums follow each tick; without, "Recalculate" asks the server. */
export function NewInvoiceForm({
  lines,
  payers,
  students,
  taxes,
  currency,
  draft,
  result,
  ...facts
}: NewInvoiceFormProps) {
  const [form, fields] = useForm<Fields>({
    id: invoiceFormId,
    lastResult: result,
    defaultValue: {
      note: facts.note,
      lineDay: facts.today,
      priceClass: facts.unpriced[0]?.classId,
      priceKind: "class",
      ...facts.typed,
    },
  })
  const [off, setOff] = useState<ReadonlySet<string>>(() => new Set(refusedOff(lines, result) ?? facts.off))
  const [isLive, setLive] = useState(false)
  useEffect(() => setLive(true), [])

  function tick(id: string, selected: boolean) {
    const next = new Set(off)
    if (selected) next.delete(id)
    else next.add(id)
    setOff(next)
  }

  const hasLineProblem = [...Object.keys(form.allErrors), ...Object.keys(facts.typed)].some((name) =>
    name.startsWith("line"),
  )
  return (
    <PostForm edits={draft !== undefined} className="two-columns" {...getFormProps(form)} preventScrollReset>
      <EnterButton intent="enter">Recalculate</EnterButton>
      {draft ? <input type="hidden" name="seen" value={draft.seen} /> : null}
      {draft && wasTold(result) ? <input type="hidden" name="replaced" value={draft.saved} /> : null}
      <section className="step" aria-labelledby="step-b">
        <LessonsWithoutPrice
          classes={facts.unpriced}
          fields={facts.maySetPrices ? fields : undefined}
          currency={currency}
        />
        <OfferedLines lines={lines} off={off} onTick={tick} currency={currency} />
        {lines.length > 0 && !isLive ? (
          <p>
            <SubmitButton pending="Calculating…" intent="recalculate" variant="secondary" formNoValidate>
              Recalculate
            </SubmitButton>
          </p>
        ) : null}
        <AddLine
          fields={fields}
          students={students}
          taxes={taxes}
          isOpen={hasLineProblem}
          key={lines.length}
        />
      </section>
      <CheckAndSend
        lines={lines.filter(({ id }) => !off.has(id))}
        payers={payers}
        familyId={facts.familyId}
        currency={currency}
        spareMinor={facts.spareMinor}
        note={fields.note}
        noWayToPay={facts.noWayToPay}
      />
    </PostForm>
  )
}

/** Whoever was told what someone else has saved may replace it. */
const wasTold = (result: SubmissionResult | undefined) =>
  result?.error?.[""]?.some((text) => text.startsWith(draftChangedText)) ?? false

/** After a refusal: the lines the person had not ticked. */
function refusedOff(lines: OfferedLine[], result: SubmissionResult | undefined): string[] | undefined {
  if (!result?.initialValue) return undefined
  const { charge, seat } = result.initialValue as Record<string, string | string[] | undefined>
  const selected = new Set([charge ?? [], seat ?? []].flat())
  return lines.map(({ id }) => id).filter((id) => !selected.has(id))
}
