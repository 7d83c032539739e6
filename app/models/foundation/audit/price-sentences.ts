import { formatDate } from "~/utils/date-text"
import { because, count, dated, named } from "./sentence-parts"

// How the events of prices, packages, discounts and taxes read; part of the sentences of the activity. Safe in the browser.

type Named = { name?: string }
type Reasoned = { reason?: string | null }

export const priceSentences = {
  "class.drop-course": (_: unknown, { fromDate }: { fromDate: string }) =>
    `removed the price in installments${dated("from", fromDate)}`,
  "discount.add": ({ name }: Named) => `added ${named("discount", name)}`,
  "discount.end": ({ name }: Named) => `ended ${named("discount", name)}`,
  "discount.move": ({ name }: Named) => `moved ${named("discount", name)} up`,
  "enrollment.settle-tuition": ({ month }: { month: string }) =>
    `adjusted the monthly fee${month ? ` of ${formatDate(`${month}-01`, "month")}` : ""}`,
  "invoice.charge-late-fee": ({ number }: { number: string | null }) =>
    `charged a late fee for ${named("invoice", number, "an invoice")}`,
  "hire.add": ({ item, name }: { item: string; name: string }) =>
    `rented ${item ? `out ${item}` : "an instrument out"}${name ? ` to ${name}` : ""}`,
  "hire.change": ({ item }: { item: string }) => `changed the rental of ${item || "an instrument"}`,
  "hire.end": ({ item, endsOn }: { item: string; endsOn: string }) =>
    `ended the rental of ${item || "an instrument"}${dated("on", endsOn)}`,
  "hire.settle": ({ item, month }: { item: string; month: string }) =>
    `adjusted the rental of ${item || "an instrument"}${month ? ` for ${formatDate(`${month}-01`, "month")}` : ""}`,
  "material.add": ({ name }: Named) => `added ${named("material", name)}`,
  "material.archive": ({ name }: Named) => `stopped selling ${named("material", name)}`,
  "material.change": ({ name }: Named) => `changed ${named("material", name)}`,
  "material.restore": ({ name }: Named) => `put ${named("material", name)} back on sale`,
  "material.return": ({ name, quantity }: Named & { quantity: number }) =>
    `put ${count(quantity, "piece")} of ${named("material", name)} back in stock`,
  "material.sell": ({ name, quantity, holder }: Named & { quantity: number; holder: string }) =>
    `sold ${quantity > 1 ? `${quantity} × ` : ""}${named("material", name)}${holder ? ` to ${holder}` : ""}`,
  "package-offer.add": ({ name }: Named) => `added ${named("package", name)} to the price list`,
  "package-offer.archive": ({ name }: Named) => `stopped selling ${named("package", name)}`,
  "package-offer.restore": ({ name }: Named) => `put ${named("package", name)} back on the price list`,
  "package.end": ({ name, reason }: Named & Reasoned) => `ended ${named("package", name)}${because(reason)}`,
  "package.sell": ({ name, holder }: Named & { holder: string }) =>
    `sold ${named("package", name)}${holder ? ` to ${holder}` : ""}`,
  "school.change-late-fee": () => "changed the late fee",
  "school.change-packages": () => "changed what happens to lessons without a package",
  "school.change-tax-mode": ({ isAdded }: { isAdded: boolean }) =>
    isAdded === undefined
      ? "changed how prices include tax"
      : isAdded
        ? "set tax to be added to prices"
        : "set prices to include tax",
  "school.change-trials": () => "changed what trial lessons cost",
  "school.change-tuition": () => "changed how monthly tuition is calculated",
  "school.choose-tax": ({ name }: { name: string | null }) =>
    name === null ? "removed the default tax" : `made ${named("tax", name)} the default`,
  "school.raise-prices": ({ classes, fromDate }: { classes: number; fromDate: string }) =>
    `changed the price of ${count(classes, "class", "classes")}${dated("from", fromDate)}`,
  "school.round-prices": ({
    currency,
    count: prices,
    charges,
  }: {
    currency: string
    count: number
    charges: number | null
  }) =>
    `rounded ${count(prices, "price")}${charges ? ` and ${count(charges, "charge")}` : ""}${currency ? ` for ${currency}` : ""}`,
  "school.undo-price-rise": ({ classes }: { classes: number }) =>
    `undid a price change of ${count(classes, "class", "classes")}`,
  "tax-rate.add": ({ name, percent }: Named & { percent: string }) =>
    `added ${named("tax", name)}${percent ? ` at ${percent}` : ""}`,
  "tax-rate.archive": ({ name }: Named) => `archived ${named("tax", name)}`,
  "tax-rate.restore": ({ name }: Named) => `restored ${named("tax", name)}`,
}
