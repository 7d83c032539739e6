import { CheckField } from "~/components/form/choice-fields"
import type { FieldMeta } from "~/components/form/field-frame"
import { microsText, segmentsOf, textFrom } from "~/models/foundation/text-message/text-message"
import { countOf, formFor } from "~/utils/count-of"
import type { TextWay } from "./recipient-list"

type AlsoTextProps = {
  meta: FieldMeta
  texting: {
    ways: readonly TextWay[]
    /** Of one segment, as text. */
    price: string | null
    priceMicros: number | null
    priceCurrency: string
    left: number
    schoolName: string
    authorName: string
  }
  /** What is written so far. */
  body: string
}

/** The choice to send a message as text message, too, with what that costs. */
export function AlsoText({ meta, texting, body }: AlsoTextProps) {
  const { ways, schoolName, authorName, left } = texting
  const people = ways.filter((way) => way === "text").length
  if (people === 0) return <p className="dim">None of the recipients gets text messages.</p>
  const { segments } = segmentsOf(textFrom(schoolName, `${authorName}: ${body}`))
  const all = segments * people
  return (
    <>
      <CheckField
        meta={meta}
        label={`Also send as a text message to ${countOf(people, "person", "people")}`}
        hint={`${priceText(texting, body ? all : null)} ${countOf(left, "segment")} left this month. A long message is cut after 3 segments; the email has all of it. In someone’s quiet hours the text waits.`}
      />
      {all > left ? (
        <p className="dim">
          {formFor(left, "Only this segment is", "Only these segments are")} left, so not everyone gets a
          text.
        </p>
      ) : null}
    </>
  )
}

/** "2 segments, about $0.0166." of what is written, or what each segment costs. */
function priceText(
  { price, priceMicros, priceCurrency }: AlsoTextProps["texting"],
  segments: number | null,
): string {
  if (segments === null || priceMicros === null)
    return price ? `Each segment of up to 160 characters costs about ${price}.` : "Twilio bills each segment."
  return `${countOf(segments, "segment")} in all, about ${microsText(segments * priceMicros, priceCurrency)}.`
}
