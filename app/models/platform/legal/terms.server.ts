import { usesPayPal, withoutPayPal } from "~/utils/paypal-use"
import termsText from "./terms.md?raw"

/** The terms in Markdown. Where no plan is sold there is nothing to say about paying for one. */
export const termsMarkdown = (): string =>
  usesPayPal() ? termsText : withoutPayPal(termsText.replace(/^## Paying us\n[\s\S]*?(?=^## )/m, ""))
