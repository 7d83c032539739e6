import { type SubmissionResult, useForm } from "@conform-to/react"
import { EnterButton } from "~/components/form/enter-button"
import { CurrentPassword, Field } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { PostForm, SubmitRow } from "~/components/form/post-form"
import { Link } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { EditablePart } from "~/components/ui/editable-part"
import { countOf, formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"

export type TextAccount = {
  account: string
  number: string
  numberText: string
  keyEnd: string
  /** What a segment costs, as text. */
  price: string | null
  /** The same as a person types it. */
  priceTyped: string
  monthlyLimit: number
  left: number
  used: { texts: number; segments: number; cost: string | null }
  /** When the key last worked, as text. */
  checked: string
  /** What tells it from the account after someone changes it. */
  seen: string
  /** The latest test, and what became of it. */
  lastTest?: string | null
}

type TextsPartProps = {
  account: TextAccount | null
  /** Where Twilio sends what people answer. */
  repliesUrl: string
  result?: SubmissionResult
  test?: SubmissionResult
}

/** The Twilio account that text messages are sent from. */
export function TextsPart({ account, repliesUrl, result, test }: TextsPartProps) {
  return (
    <EditablePart
      id="texts"
      title="Text messages"
      about="Families and teachers who turn on text messages get them from your school’s own Twilio account. Without one, they get emails and notifications as before."
      isAnswered={result !== undefined}
      facts={[
        ["Twilio account", account?.account],
        ["Auth token", account && `Ending in ${account.keyEnd}`],
        ["Your number", account?.numberText],
        ["Price per segment", account && (account.price ?? "Not known yet")],
        ["This month", account && usedText(account)],
        ["Last checked", account?.checked],
      ]}
      below={account ? <AccountState account={account} test={test} /> : null}
    >
      <TextsForm account={account} repliesUrl={repliesUrl} result={result} />
    </EditablePart>
  )
}

const usedText = ({ used, monthlyLimit }: TextAccount): string =>
  `${formatNumber(used.segments)} of ${countOf(monthlyLimit, "segment")} in ${countOf(used.texts, "text")}${used.cost ? `, about ${used.cost}` : ""}`

function AccountState({ account, test }: { account: TextAccount; test?: SubmissionResult }) {
  const [form, fields] = useForm<{ to: string }>({ id: "test-text-form", lastResult: test })
  return (
    <>
      {account.left === 0 ? (
        <CalloutText tone="amber">
          This month’s limit is reached. No more texts are sent until next month or a higher limit.
        </CalloutText>
      ) : null}
      <PostForm className="form" id={form.id} noValidate={form.noValidate} onSubmit={form.onSubmit}>
        <Field
          meta={fields.to}
          label="Send a test text to"
          hint={account.lastTest ?? "Your own mobile number. It counts as one segment."}
          type="tel"
          autoComplete="tel"
          maxLength={40}
        />
        <SubmitRow label="Send a test text" intent="test-text" variant="secondary" pending="Sending…" />
      </PostForm>
      <p>
        <Link to={paths.unknownTexts()}>Texts from unknown numbers</Link>
      </p>
    </>
  )
}

type Fields = Record<
  "account" | "key" | "number" | "price" | "monthlyLimit" | "currentPassword",
  string | null
>

function TextsForm({ account, repliesUrl, result }: Omit<TextsPartProps, "test">) {
  const [form, fields] = useForm<Fields>({
    id: "texts-form",
    lastResult: result,
    defaultValue: {
      account: account?.account ?? "",
      number: account?.number ?? "",
      price: account?.priceTyped ?? "",
      monthlyLimit: String(account?.monthlyLimit ?? 500),
    },
  })
  return (
    <PartForm part="texts" form={form} save={account ? "Change account" : "Connect Twilio"} adds>
      <input type="hidden" name="seen" value={account?.seen ?? ""} />
      {account ? <EnterButton intent="texts">Change account</EnterButton> : null}
      <Field
        meta={fields.account}
        label="Account SID"
        hint="In Twilio’s console under Account info. It begins with AC."
        autoComplete="off"
        spellCheck={false}
        maxLength={34}
      />
      <Field
        meta={fields.key}
        label="Auth token"
        hint={account ? "Leave it blank to keep the one that’s saved." : "Beside the account SID."}
        type="password"
        autoComplete="off"
        optional={account !== null}
        maxLength={64}
      />
      <Field
        meta={fields.number}
        label="Your Twilio number"
        hint="With its country code, like +1 512 555 0123. Texts are sent from this number."
        type="tel"
        autoComplete="off"
        maxLength={40}
      />
      <Field
        meta={fields.price}
        label="Price of a segment"
        hint="Like 0.0083, as Twilio bills it. Leave it blank to use the price of your latest text."
        inputMode="decimal"
        autoComplete="off"
        optional
        maxLength={9}
      />
      <Field
        meta={fields.monthlyLimit}
        label="Most segments a month"
        hint="A text of up to 160 plain characters is one segment. Tutti sends no more than this."
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
      />
      <p className="dim long-text">
        So that replies reach you, open your number in Twilio’s console and enter <code>{repliesUrl}</code>{" "}
        under “A message comes in”, as webhook with HTTP POST. Twilio answers STOP, START and HELP itself.
      </p>
      <CurrentPassword meta={fields.currentPassword} />
      {account ? (
        <SubmitRow label="Remove Twilio" intent="remove-texts" variant="danger" pending="Removing…" />
      ) : null}
    </PartForm>
  )
}
