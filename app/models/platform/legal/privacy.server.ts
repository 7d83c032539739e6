import { hasLanguageModel } from "~/providers/assistant/assistant.server"
import { env } from "~/utils/env.server"
import { hasPlatformProvider } from "~/utils/payment-providers"
import { withoutProvider, withProvider } from "~/utils/provider-markdown"
import privacyText from "./privacy.md?raw"

/** The privacy page in Markdown, as true as this installation's settings make it. */
export function privacyMarkdown(): string {
  const assistant = hasLanguageModel()
    ? "- **The company behind the assistant’s language model** gets the questions you ask the assistant, without your name.\n"
    : ""
  const text = withProvider(hasPlatformProvider() ? privacyText : withoutProvider(privacyText))
  return text.replace("{keepDays}", String(env().BACKUP_KEEP_DAYS)).replace("{assistant}\n", assistant)
}
