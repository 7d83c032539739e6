import { DateField, Field, SelectField, TextAreaField } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { useHasRight } from "~/components/ui/limits"
import type { LineOffers } from "~/models/teaching/line-offer/line-offer"
import { feePayments, kindLabels, occasionKinds } from "~/models/teaching/occasion/occasion"
import { feePaymentLabels } from "~/texts/teaching/occasions"
import { LineFields } from "../schedule/line-fields"

export type OccasionFieldName =
  | "kind"
  | "title"
  | "date"
  | "startTime"
  | "endTime"
  | "teacherId"
  | "roomId"
  | "place"
  | "note"
  | "fee"
  | "guestFee"
  | "feeUntil"
  | "feePaid"
  | "feeTax"

type OccasionFieldsProps = {
  fields: Record<OccasionFieldName, FieldMeta>
  lines: LineOffers
  /** the choices of the fee’s tax; empty where the school has none */
  taxes: { value: string; label: string }[]
  isSolo: boolean
}

const payments = feePayments.map((value) => ({ value, label: feePaymentLabels[value] }))

const kinds = occasionKinds.map((value) => ({ value, label: kindLabels[value] }))

/** What an event is, when and where. */
export function OccasionFields({ fields, lines, taxes, isSolo }: OccasionFieldsProps) {
  const seesPrices = useHasRight()("invoice:read")
  return (
    <>
      <div className="columns">
        <Field meta={fields.title} label="Title" maxLength={120} />
        <SelectField meta={fields.kind} label="Kind" choices={kinds} />
      </div>
      <div className="columns">
        <DateField meta={fields.date} label="Date" />
        <Field meta={fields.startTime} label="Start" type="time" />
        <Field meta={fields.endTime} label="End" type="time" />
      </div>
      <div className="columns">
        <LineFields
          fields={fields}
          lines={lines}
          open={{ teacher: "No one yet", room: "None of the rooms" }}
          isSolo={isSolo}
        />
        <Field meta={fields.place} label="Other location" hint="Instead of a room" optional maxLength={160} />
      </div>
      <TextAreaField
        meta={fields.note}
        label="Note for families"
        hint="What to bring, what to wear, when to be there"
        optional
        rows={4}
        maxLength={2000}
      />
      {seesPrices ? (
        <>
          <div className="columns">
            <Field
              meta={fields.fee}
              label="Fee per student"
              hint="Charged once the family answers that the student takes part"
              optional
              inputMode="decimal"
              maxLength={40}
            />
            <Field
              meta={fields.guestFee}
              label="Fee per guest"
              hint="For each person whom the family brings along"
              optional
              inputMode="decimal"
              maxLength={40}
            />
            <DateField
              meta={fields.feeUntil}
              label="Last day to withdraw without the fee"
              hint="Blank: until the event begins"
              optional
            />
          </div>
          <div className="columns">
            <SelectField
              meta={fields.feePaid}
              label="Fee is paid"
              choices={payments}
              hint="With the answer needs online payments"
            />
            {taxes.length > 0 ? (
              <SelectField meta={fields.feeTax} label="Tax of the fee" choices={taxes} />
            ) : null}
          </div>
        </>
      ) : null}
    </>
  )
}
