import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { CheckField, SelectField } from "~/components/form/choice-fields"
import { DateField } from "~/components/form/field"
import { FormPage } from "~/components/form/form-page"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { ChooseFamily } from "~/components/money/package/choose-family"
import { alsoWhenRefused } from "~/components/ui/after-refusal"
import { Callout } from "~/components/ui/callout"
import { EmptyState } from "~/components/ui/empty-state"
import { Link } from "~/components/ui/link"
import { requireMember } from "~/http/guards.server"
import { intents } from "~/http/intents.server"
import { requireLivingFamily } from "~/http/living-family.server"
import { readForm } from "~/http/read-form.server"
import { invalid } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { readNameWish } from "~/models/foundation/name-choice/name-offer"
import { sumChargedLessons } from "~/models/money/package/charged-lessons.server"
import { packageOverText } from "~/models/money/package/package"
import { SellPackageForm } from "~/models/money/package/package-forms"
import { listPackageOffers } from "~/models/money/package/package-offers.server"
import { listPackageUsers } from "~/models/money/package/package-users.server"
import { isOverToday, sellPackage } from "~/models/money/package/sell-package.server"
import { offerFamilyNames } from "~/models/people/family/family-choices.server"
import { type SellRefusal, sellRefusals } from "~/texts/money/refusals"
import { todayOf } from "~/utils/clock.server"
import { countOf, formFor } from "~/utils/count-of"
import { newId } from "~/utils/ids.server"
import { joinNames } from "~/utils/join-names"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const { searchParams } = new URL(request.url)
  const familyId = searchParams.get("family")
  const family = familyId ? await requireLivingFamily(actor, familyId) : null
  const money = (minor: number) => formatMoney(minor, actor.school.currency)
  return {
    families: family ? null : offerFamilyNames(actor, readNameWish(searchParams, "family")),
    family: family ? { id: family.id, name: family.name } : null,
    holders: family
      ? [
          ...family.students.map(({ id, firstName }) => ({ value: id, label: firstName })),
          { value: "family", label: "All children of the family" },
        ]
      : [],
    offers: listPackageOffers(actor)
      .filter(({ isArchived }) => !isArchived)
      .map(({ id, name, lessons, priceMinor }) => ({
        value: id,
        label: [...new Set([name, countOf(lessons, "lesson"), money(priceMinor)])].join(", "),
      })),
    charged: family ? sumChargedLessons(actor, family.id) : null,
    isUsed: !family || listPackageUsers(actor, family.id).length > 0,
    currency: actor.school.currency,
    holder: searchParams.get("student"),
    today: todayOf(actor),
    formKey: newId(),
  }
}

const fields: Record<SellRefusal, string> = {
  "offer-unknown": "offer",
  "family-unknown": "form",
  "student-unknown": "holder",
  "too-early": "soldOn",
  closed: "soldOn",
  "too-late": "soldOn",
  "sent-before": "form",
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const family = await requireLivingFamily(actor, new URL(request.url).searchParams.get("family"))
  const sell = (isAnyway: boolean) => (form: FormData) => sellTo(actor, family, form, isAnyway)
  return intents(request, paths.family(family.id), { "sell-anyway": sell(true), else: sell(false) })
}

function sellTo(actor: Actor, family: { id: string }, form: FormData, isAnyway: boolean) {
  const submission = readForm(form, { schema: SellPackageForm })
  if (submission.status !== "success") return invalid(submission)
  const { offer, holder, soldOn, takesCharged, formKey } = submission.value
  if (!isAnyway && isOverToday(actor, { offerId: offer, soldOn }))
    return invalid(submission, { soldOn: packageOverText }, 409)
  const sold = sellPackage(actor, {
    offerId: offer,
    familyId: family.id,
    studentId: holder === "family" ? null : holder,
    soldOn,
    takesCharged,
    formKey,
  })
  if (!sold.ok) return invalid(submission, { [fields[sold.reason]]: sellRefusals[sold.reason] }, 409)
  const covered = sold.covered > 0 ? ` It covers ${countOf(sold.covered, "lesson")} that waited.` : ""
  const taken =
    sold.taken > 0
      ? ` ${countOf(sold.taken, "lesson")} already charged ${formFor(sold.taken, "comes", "come")} from it now.`
      : ""
  const users = listPackageUsers(actor, family.id)
  const isUsed = holder === "family" ? users.length > 0 : users.includes(holder)
  const unused = isUsed ? "" : " No class they’re in is billed by package yet, so no lesson takes from it."
  return redirectWithToast(
    paths.family(family.id),
    `${sold.name} sold and ready to invoice.${covered}${taken}${unused}`,
  )
}

type Fields = Record<"offer" | "holder" | "soldOn" | "takesCharged" | "formKey", string>

export const shouldRevalidate = alsoWhenRefused

export const meta: MetaFunction = () => [{ title: "Sell a package · Tutti" }]

export default function SellPackage() {
  const { families, family, holders, offers, holder, charged, isUsed, currency, today, formKey } =
    useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const [form, meta] = useForm<Fields>({
    id: "sell-package",
    lastResult: result,
    defaultValue: { holder: holder ?? holders[0]?.value, soldOn: today, formKey },
  })
  return (
    <FormPage
      form={form}
      back={
        family
          ? { to: paths.family(family.id), label: family.name }
          : { to: paths.packages(), label: "Packages" }
      }
      title="Sell a package"
      expression={family?.name}
    >
      {offers.length === 0 ? (
        <EmptyState action={<Link to={paths.packageOffers()}>Set up packages</Link>}>
          You don’t sell any packages yet.
        </EmptyState>
      ) : family ? (
        <PostForm className="form" {...getFormProps(form)}>
          <input type="hidden" name="formKey" value={formKey} />
          {isUsed ? null : (
            <Callout tone="amber">
              <p>
                No class of this family is billed by package, so no lesson would take from one. Choose
                “Package” on the class’s edit page first.
              </p>
            </Callout>
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
            <SubmitButton pending="Selling…">Sell package</SubmitButton>
            {meta.soldOn.errors?.includes(packageOverText) ? (
              <>
                {" "}
                <SubmitButton pending="Selling…" intent="sell-anyway" variant="secondary">
                  Sell anyway
                </SubmitButton>
              </>
            ) : null}
          </p>
        </PostForm>
      ) : (
        <ChooseFamily families={families} />
      )}
    </FormPage>
  )
}
