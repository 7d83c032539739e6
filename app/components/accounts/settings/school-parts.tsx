import { type SubmissionResult, useForm } from "@conform-to/react"
import { AddressFields, shownAddress } from "~/components/form/address-fields"
import { Field, SelectField } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { Link } from "~/components/ui/button"
import { Callout, CalloutText } from "~/components/ui/callout"
import { EditablePart } from "~/components/ui/editable-part"
import { LedgerList } from "~/components/ui/ledger-list"
import type { SchoolSettings } from "~/models/accounts/school/school-settings"
import { type Rounding, reviewedRounding } from "~/models/money/price-rounding/price-rounding"
import { countOf, formatTime } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { addressText, type PostalAddress } from "~/utils/postal-address"
import { zoneLabel } from "~/utils/zone-names"

/** The prices and charges that a currency without cents rounds, to be confirmed. */
function RoundingCallout({ rounding, was }: { rounding: Rounding; was: string }) {
  const { currency, count, examples, charges } = rounding
  return (
    <Callout tone="amber">
      <input type="hidden" name="reviewed" value={reviewedRounding(rounding)} />
      <p role="status">
        {currency} has no cents.{" "}
        {count > 0 ? `${countOf(count, "price is", "prices are")} rounded to whole amounts. ` : ""}Save again
        to confirm.
      </p>
      {examples.length > 0 ? (
        <LedgerList
          rows={examples.map(({ what, name, fromMinor, toMinor }) => ({
            label: name ? `${what}, ${name}` : what,
            amount: `${formatMoney(fromMinor, was)} → ${formatMoney(toMinor, currency)}`,
          }))}
        />
      ) : null}
      {count > examples.length ? (
        <p className="small">And {countOf(count - examples.length, "more price")}.</p>
      ) : null}
      {charges.count > 0 ? (
        <p>
          {countOf(charges.count, "charge that isn’t", "charges that aren’t")} invoiced yet{" "}
          {charges.count === 1 ? "is" : "are"} rounded too:{" "}
          <Link to={paths.unbilled()}>ready to invoice</Link> {formatMoney(charges.fromMinor, was)} →{" "}
          {formatMoney(charges.toMinor, currency)}
          {differenceText(charges.toMinor - charges.fromMinor, currency)}.
        </p>
      ) : null}
    </Callout>
  )
}

const differenceText = (minor: number, currency: string): string =>
  minor === 0 ? "" : `, ${formatMoney(Math.abs(minor), currency)} ${minor > 0 ? "more" : "less"}`

export type PartProps = { settings: SchoolSettings; result?: SubmissionResult }

export function IdentityPart({ settings, result }: PartProps) {
  const { name, address, phone, email } = settings
  return (
    <EditablePart
      id="identity"
      title="School details"
      about="Shown at the top of invoices and emails."
      isAnswered={result !== undefined}
      facts={[
        ["Name", name],
        ["Address", addressText(address)],
        ["Phone", phone],
        ["Email", email],
      ]}
    >
      <IdentityForm settings={settings} result={result} />
    </EditablePart>
  )
}

function IdentityForm({ settings, result }: PartProps) {
  const { name, address, phone, email } = settings
  const [form, fields] = useForm<
    Record<"name" | "phone" | "email", string | null> & { address: PostalAddress }
  >({
    id: "identity-form",
    lastResult: result,
    defaultValue: { name, address: shownAddress(address), phone, email },
  })
  return (
    <PartForm part="identity" form={form}>
      <Field meta={fields.name} label="Name" maxLength={120} autoComplete="organization" />
      <AddressFields meta={fields.address} label="Address" hint="Street and house number" optional own />
      <div className="columns">
        <Field meta={fields.phone} label="Phone" type="tel" optional maxLength={40} />
        <Field meta={fields.email} label="Email" type="email" optional maxLength={254} />
      </div>
    </PartForm>
  )
}

type RegionPartProps = PartProps & {
  zones: string[]
  currencies: { value: string; label: string }[]
  rounding?: Rounding
}

export function RegionPart(props: RegionPartProps) {
  const { settings, result, currencies } = props
  const { timeZone, currency } = settings
  return (
    <EditablePart
      id="region"
      title="Time zone and currency"
      isAnswered={result !== undefined}
      facts={[
        ["Time zone", zoneLabel(timeZone)],
        ["Currency", currencies.find(({ value }) => value === currency)?.label ?? currency],
      ]}
    >
      <RegionForm {...props} />
    </EditablePart>
  )
}

function RegionForm({ settings, result, zones, currencies, rounding }: RegionPartProps) {
  const { timeZone, currency, currencyIsFixed } = settings
  const [form, fields] = useForm<Record<"timeZone" | "currency", string>>({
    id: "region-form",
    lastResult: result,
    defaultValue: { timeZone, currency },
  })
  return (
    <PartForm part="region" form={form}>
      <SelectField
        meta={fields.timeZone}
        label="Time zone"
        hint={`Lessons keep their time of day: ${formatTime("16:00")} stays ${formatTime("16:00")}. Lessons with attendance don’t change.`}
        choices={zones.map((zone) => ({ value: zone, label: zoneLabel(zone) }))}
      />
      {currencyIsFixed ? (
        <CalloutText>
          Currency: <b>{currency}</b>. It can’t change because you’ve already issued an invoice, recorded a
          payment, or entered an opening balance.
        </CalloutText>
      ) : (
        <SelectField
          meta={fields.currency}
          label="Currency"
          hint="Can’t change after your first invoice or payment"
          choices={currencies}
        />
      )}
      {rounding ? <RoundingCallout rounding={rounding} was={currency} /> : null}
    </PartForm>
  )
}
