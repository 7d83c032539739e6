import type { FieldMetadata } from "@conform-to/react"
import { countryNames } from "~/utils/country-names"
import { countryName, type PostalAddress, readAddress } from "~/utils/postal-address"
import { Field, TextAreaField } from "./field"
import { type FieldTexts, readOnce } from "./field-frame"

/** The fields of an address as they are filled in: its country by name. */
export function shownAddress(kept: string | null | undefined): PostalAddress {
  const address = readAddress(kept)
  return { ...address, country: countryName(address.country) }
}

type AddressFieldsProps = FieldTexts & {
  meta: FieldMetadata<PostalAddress | string | null | undefined>
  /** whose it is, where a page has several */
  of?: string
  /** the reader's own, which the browser may fill in */
  own?: boolean
  /** the page has the fields of an address besides, and the names of countries with them */
  isFurther?: boolean
}

/** Street, postal code, city, region and country. */
export function AddressFields({ meta, label, hint, optional, of, own, isFurther }: AddressFieldsProps) {
  const parts = (meta as FieldMetadata<PostalAddress>).getFieldset()
  const { errors } = meta
  const street = readOnce(parts.street)
  const named = (part: string) => (of ? `${part}, ${of}` : part)
  const token = (name: string) => (own ? name : "off")
  return (
    <>
      {/* what is wrong with the whole address is said at its first field; the summary leads here */}
      {errors ? <span id={meta.id} /> : null}
      <TextAreaField
        meta={errors ? { ...street, errors: [...errors, ...(street.errors ?? [])] } : street}
        {...{ label, hint, optional }}
        rows={2}
        maxLength={900}
        autoComplete={token("street-address")}
      />
      <div className="columns">
        <Field
          meta={parts.postalCode}
          label={named("Postal code")}
          optional
          maxLength={120}
          autoComplete={token("postal-code")}
        />
        <Field
          meta={parts.city}
          label={named("City")}
          optional
          maxLength={120}
          autoComplete={token("address-level2")}
        />
      </div>
      <div className="columns">
        <Field
          meta={parts.region}
          label={named("State or region")}
          optional
          maxLength={120}
          autoComplete={token("address-level1")}
        />
        <Field
          meta={parts.country}
          label={named("Country")}
          optional
          maxLength={80}
          autoComplete={token("country-name")}
          list="countries"
        />
        {/* once for all addresses of a page; browsers name some countries in another way than the server */}
        {isFurther ? null : (
          <datalist id="countries">
            {countryNames().map((name) => (
              <option key={name} value={name} suppressHydrationWarning />
            ))}
          </datalist>
        )}
      </div>
    </>
  )
}
