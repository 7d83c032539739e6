import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { CheckField, DateField, SelectField } from "~/components/form/field"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { SalePage } from "~/components/money/package/choose-family"
import { alsoWhenRefused } from "~/components/ui/after-refusal"
import { Link } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { EmptyState } from "~/components/ui/data-table"
import { requireMember } from "~/http/guards.server"
import { intent, intents } from "~/http/intents.server"
import type { Actor } from "~/models/foundation/access/actor"
import { sumChargedLessons } from "~/models/money/package/charged-lessons.server"
import { packageOverText } from "~/models/money/package/package"
import { SellPackageForm } from "~/models/money/package/package-forms"
import {
  isOverToday,
  listPackageOffers,
  listPackageUsers,
  sellPackage,
} from "~/models/money/package/sell-package.server"
import { sellRefusals } from "~/texts/money/refusals"
import { countOf, formFor } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"
import { familyOfSale, readSale } from "./sale-family.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const sale = await readSale(actor, request, "All children of the family")
  const { family } = sale
  const money = (minor: number) => formatMoney(minor, actor.school.currency)
  return {
    ...sale,
    offers: listPackageOffers(actor)
      .filter(({ isArchived }) => !isArchived)
      .map(({ id, name, lessons, priceMinor }) => ({
        value: id,
        label: [...new Set([name, countOf(lessons, "lesson"), money(priceMinor)])].join(", "),
      })),
    charged: family ? sumChargedLessons(actor, family.id) : null,
    isUsed: !family || listPackageUsers(actor, family.id).length > 0,
    currency: actor.school.currency,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const { id: familyId } = await familyOfSale(actor, request)
  const sell = (isAnyway: boolean) =>
    intent({
      schema: SellPackageForm,
      run: ({ offer: offerId, holder, soldOn, ...sale }) => {
        if (!isAnyway && isOverToday(actor, { offerId, soldOn }))
          return { ok: false as const, reason: "over-today" as const }
        const studentId = holder === "family" ? null : holder
        return sellPackage(actor, { ...sale, offerId, familyId, studentId, soldOn })
      },
      field: {
        "offer-unknown": "offer",
        "student-unknown": "holder",
        "too-early": "soldOn",
        "too-late": "soldOn",
        closed: "soldOn",
        "over-today": "soldOn",
      },
      status: 409,
      refusals: { ...sellRefusals, "over-today": packageOverText },
      saved: (sold, { holder }) => soldText(actor, sold, { familyId, holder }),
    })
  return intents(request, paths.family(familyId), { "sell-anyway": sell(true), else: sell(false) })
}

type Sold = { name: string; covered: number; taken: number }

/** That it is sold, which lessons it covers, and whether any class takes from it. */
function soldText(actor: Actor, sold: Sold, to: { familyId: string; holder: string }) {
  const covered = sold.covered > 0 ? ` It covers ${countOf(sold.covered, "lesson")} that waited.` : ""
  const taken =
    sold.taken > 0
      ? ` ${countOf(sold.taken, "lesson")} already charged ${formFor(sold.taken, "comes", "come")} from it now.`
      : ""
  const users = listPackageUsers(actor, to.familyId)
  const isUsed = to.holder === "family" ? users.length > 0 : users.includes(to.holder)
  const unused = isUsed ? "" : " No class they’re in is billed by package yet, so no lesson takes from it."
  return `${sold.name} sold and ready to invoice.${covered}${taken}${unused}`
}

type Fields = Record<"offer" | "holder" | "soldOn" | "takesCharged" | "formKey", string>

export const shouldRevalidate = alsoWhenRefused

export const meta: MetaFunction = () => [{ title: "Sell a package · Tutti" }]

export default function SellPackage() {
  const { offers, holders, holder, charged, isUsed, currency, today, formKey, ...sale } =
    useLoaderData<typeof loader>()
  const [form, meta] = useForm<Fields>({
    id: "sell-package",
    lastResult: useActionData<typeof action>()?.result,
    defaultValue: { holder, soldOn: today, formKey },
  })
  return (
    <SalePage
      {...sale}
      form={form}
      title="Sell a package"
      back={{ to: paths.packages(), label: "Packages" }}
      empty={
        offers.length > 0 ? undefined : (
          <EmptyState action={<Link to={paths.packageOffers()}>Set up packages</Link>}>
            You don’t sell any packages yet.
          </EmptyState>
        )
      }
    >
      <PostForm className="form" {...getFormProps(form)} sends={{ formKey }}>
        {isUsed ? null : (
          <CalloutText tone="amber">
            No class of this family is billed by package, so no lesson would take from one. Choose “Package”
            on the class’s edit page first.
          </CalloutText>
        )}
        <SelectField meta={meta.offer} label="Package" prompt="Choose a package" choices={offers} />
        <SelectField meta={meta.holder} label="For" choices={holders} />
        <DateField meta={meta.soldOn} label="Sold on" hint="It’s charged on this day." max={today} />
        {charged && charged.lessons > 0 ? (
          <CheckField
            meta={meta.takesCharged}
            label={`Take ${countOf(charged.lessons, "lesson")} already charged, ${formatMoney(charged.amountMinor, currency)}, from this package`}
            hint={`${joinNames(charged.children.map(({ firstName, lessons }) => `${firstName}: ${countOf(lessons, "lesson")}`))}, not on an invoice yet. The oldest are taken first, as far as the package goes, and aren’t charged anymore.`}
          />
        ) : null}
        <p>
          <SubmitButton pending="Selling…" label="Sell package" />
          {meta.soldOn.errors?.includes(packageOverText) ? (
            <>
              {" "}
              <SubmitButton pending="Selling…" intent="sell-anyway" variant="secondary" label="Sell anyway" />
            </>
          ) : null}
        </p>
      </PostForm>
    </SalePage>
  )
}
