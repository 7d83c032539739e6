import { useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { type ShouldRevalidateFunction, useActionData, useLoaderData } from "@remix-run/react"
import { Fragment } from "react"
import { answeredPart } from "~/components/accounts/settings/answered-part"
import { BankPart } from "~/components/accounts/settings/bank-part"
import { FormatsPart } from "~/components/accounts/settings/formats-part"
import { InvoicingPart } from "~/components/accounts/settings/invoicing-part"
import { ListPart } from "~/components/accounts/settings/list-part"
import { LogoPart } from "~/components/accounts/settings/logo-part"
import { MergeInstruments } from "~/components/accounts/settings/merge-instruments"
import { MissingForEInvoice } from "~/components/accounts/settings/missing-for-e-invoice"
import { OpeningPart } from "~/components/accounts/settings/opening-part"
import { PayeePart } from "~/components/accounts/settings/payee-part"
import { RoomBuffersPart } from "~/components/accounts/settings/room-buffers-part"
import { IdentityPart, type PartProps, RegionPart } from "~/components/accounts/settings/school-parts"
import { SitesPart } from "~/components/accounts/settings/sites-part"
import { StripePart } from "~/components/accounts/settings/stripe-part"
import { TextsPart } from "~/components/accounts/settings/texts-part"
import { CheckField, Field } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { AnswerSummary } from "~/components/form/post-form"
import type { FramedPage } from "~/components/shell/frame"
import { type Days, DaysPart } from "~/components/teaching/closure/days-part"
import { RoomsPart } from "~/components/teaching/room/rooms-part"
import { alsoWhenRefused } from "~/components/ui/after-refusal"
import { EditablePart } from "~/components/ui/editable-part"
import { unlessPartOpened } from "~/components/ui/edited-part"
import { JumpLinks } from "~/components/ui/jump-links"
import { requireMember } from "~/http/guards.server"
import { intent, intents } from "~/http/intents.server"
import { BankForm } from "~/models/accounts/school/bank-form"
import { changeBankAccount, changePayee } from "~/models/accounts/school/change-payee.server"
import { currencyChoices } from "~/models/accounts/school/currencies.server"
import { schoolGaps, usesEInvoices } from "~/models/accounts/school/e-invoices"
import { listRoomBuffers } from "~/models/accounts/school/room-buffers.server"
import type { SchoolSettings, SettingsPart } from "~/models/accounts/school/school-settings"
import {
  changeEInvoices,
  changeIdentity,
  changeSettings,
  findSchoolSettings,
  schoolCountry,
} from "~/models/accounts/school/school-settings.server"
import {
  EInvoicesForm,
  FormatsForm,
  IdentityForm,
  InvoicingForm,
  PayeeForm,
} from "~/models/accounts/school/school-settings-form"
import { listRoomSites } from "~/models/accounts/school/sites.server"
import { listEntries } from "~/models/accounts/school-list/school-list.server"
import { findStripeAccount } from "~/models/accounts/stripe-account/stripe-account.server"
import { findDefaultTax } from "~/models/accounts/tax/tax-rates.server"
import { findLastTest, findTextAccount } from "~/models/accounts/text-account/text-account.server"
import type { Actor } from "~/models/foundation/access/actor"
import { listTerms } from "~/models/foundation/term/term.server"
import { microsText } from "~/models/foundation/text-message/text-message"
import { listUsedInstruments } from "~/models/overview/instrument-merge/merge-instruments.server"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { listClosures } from "~/models/teaching/closed-days/closed-days.server"
import { countClosedLessons } from "~/models/teaching/closure/closed-lessons.server"
import { listWaitingClosures } from "~/models/teaching/closure/closure-notice.server"
import type { DayList } from "~/models/teaching/closure/days-form"
import { listRoomRows } from "~/models/teaching/room/room.server"
import { eInvoiceRefusals } from "~/texts/accounts/refusals"
import { reasonText, textStateLabels } from "~/texts/foundation/text-messages"
import { todayOf } from "~/utils/clock.server"
import { addMonths } from "~/utils/dates"
import { env } from "~/utils/env.server"
import { formatDate, formatTime } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { hasPlatformProvider, platformProvider } from "~/utils/payment-providers"
import { phoneText } from "~/utils/phone-number.server"
import { zonesWith } from "~/utils/zone-list.server"
import { localDate, localTime } from "~/utils/zones"
import { instrumentIntents } from "./instrument-answers.server"
import { logoIntents } from "./logo-answers.server"
import { roomIntents } from "./room-answers.server"
import { calendarIntents } from "./school-calendar.server"
import { changeSchoolList } from "./school-lists.server"
import { placeIntents } from "./school-places.server"
import { saveRegion } from "./school-region.server"
import { passwordRefusals, stripeIntents, textIntents } from "./text-answers.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const settings: SchoolSettings = findSchoolSettings(actor)
  const day = todayOf(actor)
  return {
    settings,
    hasEInvoices: usesEInvoices(schoolCountry(settings)),
    isUntaxed: findDefaultTax(actor) === null,
    zones: zonesWith(settings.timeZone),
    currencies: settings.currencyIsFixed ? [] : currencyChoices(),
    today: day,
    rooms: listRoomRows(actor),
    instruments: listEntries(actor, "instruments"),
    used: listUsedInstruments(actor),
    levels: listEntries(actor, "levels"),
    teachers: actor.school.kind === "solo" ? [] : listTeachers(actor).map(({ id, name }) => ({ id, name })),
    sites: listRoomSites(actor),
    buffers: listRoomBuffers(actor),
    closures: rangeText(listClosures(actor, addMonths(day, -12), addMonths(day, 60)), day),
    settled: Object.fromEntries(countClosedLessons(actor)),
    untold: Object.fromEntries(listWaitingClosures(actor).map(({ id, lessons }) => [id, lessons])),
    terms: rangeText(listTerms(actor), day),
    stripe: shownStripe(actor),
    webhookUrl: `${env().APP_URL}${paths.stripeWebhook(actor.school.id)}`,
    texts: shownTexts(actor),
    repliesUrl: `${env().APP_URL}${paths.twilioReceived(actor.school.id)}`,
  }
}

const checkedText = (checkedAt: number, { school: { timeZone } }: Actor) =>
  `${formatDate(localDate(checkedAt, timeZone), "full")}, ${formatTime(localTime(checkedAt, timeZone))}`

function shownTexts(actor: Actor) {
  const found = findTextAccount(actor)
  if (!found) return null
  const { checkedAt, priceMicros, priceCurrency, used, ...shown } = found
  return {
    ...shown,
    price: priceMicros === null ? null : microsText(priceMicros, priceCurrency),
    priceTyped: priceMicros === null ? "" : String(priceMicros / 1_000_000),
    used: { ...used, cost: used.costMicros > 0 ? microsText(used.costMicros, priceCurrency) : null },
    checked: checkedText(checkedAt, actor),
    seen: String(checkedAt),
    lastTest: testText(findLastTest(actor)),
  }
}

const testText = (test: ReturnType<typeof findLastTest>): string | null =>
  test
    ? `Your last test to ${phoneText(test.phone)}: ${[textStateLabels[test.state].toLowerCase(), reasonText(test.reason)].filter(Boolean).join(". ")}.`.replace(
        /\.\.$/,
        ".",
      )
    : null

function shownStripe(actor: Actor) {
  const account = findStripeAccount(actor)
  if (!account) return null
  const { checkedAt, ...shown } = account
  return { ...shown, checked: checkedText(checkedAt, actor) }
}

const rangeText = (
  all: readonly { id: string; name: string; startsOn: string; endsOn: string }[],
  day: string,
): Days[] =>
  all.map(({ id, name, startsOn, endsOn }) => ({
    id,
    name,
    isOver: endsOn < day,
    period:
      startsOn === endsOn
        ? formatDate(startsOn, "medium")
        : `${formatDate(startsOn, "medium")} to ${formatDate(endsOn, "medium")}`,
  }))

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const form = await request.formData()
  if (form.has("list"))
    return changeSchoolList(actor, form, paths.schoolSettings(), {
      ...(form.get("list") === "rooms" ? roomIntents(actor) : instrumentIntents(actor)),
    })
  return intents(form, paths.schoolSettings(), {
    ...calendarIntents(actor),
    ...placeIntents(actor),
    ...logoIntents(actor),
    ...stripeIntents(actor),
    ...textIntents(actor),
    region: (region) => saveRegion(actor, region),
    formats: intent({
      schema: FormatsForm,
      run: (formats) => changeSettings(actor, "formats", formats),
      saved: "Formats saved.",
    }),
    invoicing: intent({
      schema: InvoicingForm,
      run: (settings) => changeSettings(actor, "invoicing", settings),
      saved: "Invoice settings saved.",
    }),
    "e-invoices": intent({
      schema: EInvoicesForm,
      run: (settings) => changeEInvoices(actor, settings),
      refusals: eInvoiceRefusals,
      status: 409,
      saved: "E-invoice settings saved.",
    }),
    payee: intent({
      schema: PayeeForm,
      run: ({ payeeEmail = null, currentPassword }) =>
        changePayee(actor, { payeeEmail, password: currentPassword }),
      refusals: passwordRefusals,
      saved: ({ how }) => accountSaved(`${platformProvider} account`, how),
    }),
    bank: intent({
      schema: BankForm,
      run: ({ currentPassword, ...account }) =>
        changeBankAccount(actor, { ...account, password: currentPassword }),
      refusals: passwordRefusals,
      saved: ({ how }) => accountSaved("Bank account", how),
    }),
    else: intent({
      schema: IdentityForm,
      run: (identity) => changeIdentity(actor, identity),
      saved: "School details saved.",
    }),
  })
}

const accountSaved = (account: string, how: string | undefined) =>
  how ? `${account} ${how}. All administrators get an email about it.` : "No changes to save."

export const shouldRevalidate: ShouldRevalidateFunction = (step) =>
  unlessPartOpened({ ...step, defaultShouldRevalidate: alsoWhenRefused(step) })

export const handle: FramedPage = {
  title: "School",
  column: "stack narrow",
}

export const meta: MetaFunction = () => [{ title: "School settings · Tutti" }]

/** The forms of intents that don’t name their own. */
const formOf: Record<string, string> = {
  "remove-logo": "logo-form",
  "remove-stripe": "stripe-form",
  "remove-texts": "texts-form",
  "merge-instruments": "merge-instruments",
}

export default function SchoolSettingsPage() {
  const {
    settings,
    today,
    closures,
    settled,
    untold,
    terms,
    stripe,
    webhookUrl,
    texts,
    repliesUrl,
    hasEInvoices,
    isUntaxed,
    ...lists
  } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const result = answer?.result
  const answered = answeredPart(result, "identity")
  const resultOf = (part: SettingsPart | "rooms" | "instruments" | "levels" | DayList) =>
    answered.part === part ? result : undefined
  const key = JSON.stringify([
    settings,
    lists.sites,
    lists.buffers,
    lists.rooms.length,
    lists.instruments.length,
    lists.levels.length,
    closures.length,
    terms.length,
    stripe,
    texts,
  ])
  return (
    <Fragment key={key}>
      <AnswerSummary
        formId={formOf[String(result?.initialValue?.intent)] ?? answered.formId}
        result={result}
      />
      <JumpLinks
        to={[
          { id: "opening", label: "Opening hours" },
          { id: "rooms", label: "Rooms" },
          { id: "instruments", label: "Instruments" },
          { id: "closures", label: "Closures" },
          { id: "terms", label: "Terms" },
          { id: "invoicing", label: "Invoices" },
          { id: "stripe", label: "Payments" },
          { id: "texts", label: "Text messages" },
        ]}
      />
      <IdentityPart settings={settings} result={resultOf("identity")} />
      <LogoPart settings={settings} result={resultOf("logo")} />
      <RegionPart
        settings={settings}
        result={resultOf("region")}
        zones={lists.zones}
        currencies={lists.currencies}
        rounding={answer && "rounding" in answer ? answer.rounding : undefined}
      />
      <FormatsPart settings={settings} result={resultOf("formats")} today={today} />
      <OpeningPart settings={settings} result={resultOf("opening")} />
      <RoomsPart rooms={lists.rooms} teachers={lists.teachers} result={resultOf("rooms")} />
      <RoomBuffersPart
        rooms={lists.buffers}
        minutes={settings.roomBufferMinutes}
        result={resultOf("room-buffers")}
      />
      <SitesPart rooms={lists.sites} travelMinutes={settings.travelMinutes} result={resultOf("sites")} />
      {(["instruments", "levels"] as const).map((kind) => (
        <ListPart
          key={kind}
          kind={kind}
          entries={lists[kind]}
          more={
            kind === "instruments" ? (
              <MergeInstruments
                used={lists.used}
                result={result?.initialValue?.intent === "merge-instruments" ? result : undefined}
              />
            ) : null
          }
          result={resultOf(kind)}
        />
      ))}
      <DaysPart
        kind="closures"
        days={closures.map((each) => ({ ...each, ...settled[each.id], untold: untold[each.id] }))}
        result={resultOf("closures")}
        preview={answer && "preview" in answer ? answer.preview : undefined}
      />
      <DaysPart kind="terms" days={terms} result={resultOf("terms")} />
      <InvoicingPart settings={settings} result={resultOf("invoicing")} today={today} />
      {hasEInvoices ? (
        <EInvoicePart settings={settings} isUntaxed={isUntaxed} result={resultOf("e-invoices")} />
      ) : null}
      <StripePart
        account={stripe}
        webhookUrl={webhookUrl}
        result={answered.part === "remove-stripe" ? result : resultOf("stripe")}
      />
      {hasPlatformProvider() ? <PayeePart settings={settings} result={resultOf("payee")} /> : null}
      <BankPart settings={settings} result={resultOf("bank")} />
      <TextsPart
        account={texts}
        repliesUrl={repliesUrl}
        result={answered.part === "remove-texts" ? result : resultOf("texts")}
        test={resultOf("test-text")}
      />
    </Fragment>
  )
}

/** Invoices that programs read, for schools in Europe. */
function EInvoicePart({ settings, isUntaxed, result }: PartProps & { isUntaxed: boolean }) {
  const { sendsEInvoices, taxExemption } = settings
  return (
    <EditablePart
      id="e-invoices"
      title="E-invoices (ZUGFeRD / Factur-X)"
      about="New invoices and credit notes carry an e-invoice inside their PDF, which accounting programs read."
      isAnswered={result !== undefined}
      facts={[
        ["E-invoices", sendsEInvoices ? "On" : "Off"],
        ["Reason for no tax", taxExemption],
      ]}
      below={sendsEInvoices ? <MissingForEInvoice gaps={schoolGaps({ ...settings, isUntaxed })} /> : null}
    >
      <EInvoiceForm settings={settings} result={result} />
    </EditablePart>
  )
}

function EInvoiceForm({ settings: { sendsEInvoices, taxExemption }, result }: PartProps) {
  const [form, fields] = useForm<Record<"sendsEInvoices" | "taxExemption", string | null>>({
    id: "e-invoices-form",
    lastResult: result,
    defaultValue: { sendsEInvoices: sendsEInvoices ? "on" : null, taxExemption },
  })
  return (
    <PartForm part="e-invoices" form={form}>
      <CheckField
        meta={fields.sendsEInvoices}
        label="Add an e-invoice to each PDF"
        hint="Sent invoices don’t change."
      />
      <Field
        meta={fields.taxExemption}
        label="Reason for no tax"
        hint="Printed where a line has no tax, such as: VAT exempt, § 4 No. 21 UStG"
        optional
        maxLength={200}
      />
    </PartForm>
  )
}
