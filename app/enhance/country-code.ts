import { elementsOf } from "./elements"

/** The phone's country code begins with the country that the set service sees, unless one is chosen already (spec §4). */
export async function fillCountryCode() {
  const [form] = elementsOf("[data-geolocation]", HTMLFormElement)
  const field = form?.elements.namedItem("countryCode")
  if (!form || !(field instanceof HTMLSelectElement) || field.value) return
  const { geolocation = "", codes = "{}" } = form.dataset
  try {
    const answer = await fetch(geolocation, {
      credentials: "omit",
      referrerPolicy: "no-referrer",
      signal: AbortSignal.timeout(3000),
    })
    const seen: { country_code: string } = await answer.json()
    if (!field.value) field.value = JSON.parse(codes)[seen.country_code] ?? ""
  } catch (error) {
    console.error(error)
  }
}
