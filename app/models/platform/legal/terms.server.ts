import { hasPlatformProvider } from "~/utils/payment-providers"
import { withoutProvider, withProvider } from "~/utils/provider-markdown"
import termsText from "./terms.md?raw"

/** The terms in Markdown. Where no plan is sold there is nothing to say about paying for one. */
export const termsMarkdown = (): string =>
  withProvider(
    hasPlatformProvider()
      ? termsText
      : withoutProvider(termsText.replace(/^## Paying us\n[\s\S]*?(?=^## )/m, "")),
  )
