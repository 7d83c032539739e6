import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Archived } from "~/components/form/catalog"
import { CheckField, Field, SegmentedField, SelectField } from "~/components/form/field"
import { PostForm, RowButton, SubmitRow } from "~/components/form/post-form"
import { EmptyState } from "~/components/ui/data-table"
import type { PackageOffer } from "~/models/money/package/package"
import { beyondLabels, type PackageBeyond, restLabels } from "~/models/money/package/package"
import { kindLabels } from "~/models/teaching/class/class-query"
import { countOf } from "~/utils/formats"
import { formatMoney } from "~/utils/money"

type OffersProps = {
  offers: PackageOffer[]
  taxes: { value: string; label: string }[]
  currency: string
  result?: SubmissionResult
}

/** The packages on sale, and a form for another one. */
export function Offers({ offers, taxes, currency, result }: OffersProps) {
  const onSale = offers.filter(({ isArchived }) => !isArchived)
  return (
    <section className="section" aria-labelledby="offers-title">
      <h2 id="offers-title">Packages for sale</h2>
      {onSale.length === 0 ? (
        <EmptyState>No packages yet. Add one, then sell it to a student or family.</EmptyState>
      ) : (
        <ul className="rows">
          {onSale.map((offer) => (
            <li key={offer.id} className="flex-wrap">
              <span className="grow basis-56">
                <b>{offer.name}</b>
                <br />
                <span className="small dim">
                  {offerText(offer)}
                  {offer.isForFamilies ? " Families can buy it in their portal." : null}
                </span>
              </span>{" "}
              <span className="numeric">{formatMoney(offer.priceMinor, currency)}</span>
              {offer.priceMinor === 0 ? null : offer.isForFamilies ? (
                <RowButton {...actingOn(offer)} intent="hide-from-families" label="Sell by the office only" />
              ) : (
                <RowButton {...actingOn(offer)} intent="offer-to-families" label="Let families buy" />
              )}
              <RowButton {...actingOn(offer)} intent="archive-offer" label="Stop selling" />
            </li>
          ))}
        </ul>
      )}
      <NewOffer
        taxes={taxes}
        currency={currency}
        result={result?.initialValue?.intent === "add-offer" ? result : undefined}
      />
      <Archived
        rows={offers}
        called={["archived package"]}
        button={(offer) => <RowButton {...actingOn(offer)} intent="restore-offer" label="Sell again" />}
      />
    </section>
  )
}

const actingOn = ({ id, name }: PackageOffer) => ({ sends: { offer: id }, of: name })

type OfferFacts = Pick<PackageOffer, "lessons" | "classKind" | "validDays" | "restRule">

/** "10 lessons, private, 180 days. Unused lessons are lost." */
export function offerText({ lessons, classKind, validDays, restRule }: OfferFacts): string {
  const facts = [
    countOf(lessons, "lesson"),
    classKind ? `${kindLabels[classKind].toLowerCase()} only` : null,
    validDays === null ? "no end date" : `for ${countOf(validDays, "day")}`,
  ]
  return `${facts.filter(Boolean).join(", ")}. ${restLabels[restRule]}.`
}

function NewOffer({ taxes, currency, result }: Omit<OffersProps, "offers">) {
  const [form, fields] = useForm<
    Record<
      "name" | "lessons" | "price" | "validDays" | "classKind" | "tax" | "restRule" | "isForFamilies",
      string
    >
  >({ id: "add-offer-form", lastResult: result, defaultValue: { restRule: "forfeit" } })
  return (
    <details className="form-disclosure" open={result !== undefined}>
      <summary className="button">Add a package</summary>
      <PostForm className="form" {...getFormProps(form)}>
        <div className="columns">
          <Field meta={fields.name} label="Name" hint="For example, 10 piano lessons" maxLength={60} />
          <Field meta={fields.lessons} label="Lessons" inputMode="numeric" maxLength={4} />
          <Field meta={fields.price} label={`Price in ${currency}`} inputMode="decimal" maxLength={20} />
          <Field
            meta={fields.validDays}
            label="Valid for (days)"
            hint="From the day of sale. Leave blank for no end."
            optional
            inputMode="numeric"
            maxLength={4}
          />
          <SelectField
            meta={fields.classKind}
            label="Covers"
            optional
            prompt="Any class billed by package"
            choices={Object.entries(kindLabels).map(([value, label]) => ({ value, label: `${label} only` }))}
          />
          {taxes.length > 0 ? <SelectField meta={fields.tax} label="Tax" choices={taxes} /> : null}
        </div>
        <SegmentedField
          meta={fields.restRule}
          label="When it ends"
          choices={Object.entries(restLabels).map(([value, label]) => ({ value, label }))}
        />
        <CheckField
          meta={fields.isForFamilies}
          label="Families can buy it in their portal"
          hint="It’s invoiced at once, and you get an email."
        />
        <SubmitRow label="Add package" intent="add-offer" variant="secondary" pending="Adding…" />
      </PostForm>
    </details>
  )
}

/** What becomes of a lesson that no package covers. */
export function BeyondPart({ beyond, result }: { beyond: PackageBeyond; result?: SubmissionResult }) {
  const [form, fields] = useForm<{ beyond: string }>({
    id: "beyond-form",
    lastResult: result,
    defaultValue: { beyond },
  })
  return (
    <section className="section" aria-labelledby="beyond-title">
      <h2 id="beyond-title">Lessons without a package</h2>
      <p className="dim">
        For classes billed by package. Your attendance rules decide how much a lesson takes: charged at 50%,
        it takes half a lesson.
      </p>
      <PostForm edits className="form" {...getFormProps(form)}>
        <SegmentedField
          meta={fields.beyond}
          label="When no package has lessons left"
          hint="Applies to attendance you take from now on."
          choices={Object.entries(beyondLabels).map(([value, label]) => ({ value, label }))}
        />
        <SubmitRow label="Save" intent="beyond" variant="secondary" pending="Saving…" />
      </PostForm>
    </section>
  )
}
