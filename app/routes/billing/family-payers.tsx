import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AddressFields, shownAddress } from "~/components/form/address-fields"
import { ErrorSummary, PostForm, SubmitButton } from "~/components/form/post-form"
import { PayerRulesForm } from "~/components/money/payer/payer-rules-form"
import { pageTitle } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { LedgerList } from "~/components/ui/ledger-list"
import { PageHead } from "~/components/ui/page-head"
import { orNotFound, requireMember } from "~/http/guards.server"
import { intent, intents } from "~/http/intents.server"
import { requireLivingFamily } from "~/http/living-family.server"
import { asTyped } from "~/http/read-form.server"
import { previewNext } from "~/models/money/invoice/new-invoice.server"
import { FamilyAddressForm, payersForm } from "~/models/money/payer/payer-form"
import { listPayers } from "~/models/money/payer/payer-key.server"
import { chosenRules, type OutsidePayer, payersBy } from "~/models/money/payer/payer-rules"
import { changePayers, findPayerRules } from "~/models/money/payer/payer-rules.server"
import { changeFamilyAddress } from "~/models/people/family/change-address.server"
import { countOf, formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import type { PostalAddress } from "~/utils/postal-address"

const refusals = {
  "other-guardians": "This family’s payers have changed. Check the choices and save again.",
  "not-whole": "Enter shares that add up to 100%.",
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const family = await requireLivingFamily(actor, params.familyId)
  const rules = orNotFound(findPayerRules(actor, family.id))
  return {
    family: { id: family.id, name: family.name, address: family.address },
    rules,
    next: previewNext(actor, family.id, listPayers(actor, family)) ?? null,
    currency: actor.school.currency,
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const { id: familyId } = await requireLivingFamily(actor, params.familyId)
  const rules = orNotFound(findPayerRules(actor, familyId))
  const form = await request.formData()
  const idsOf = (name: string) => form.getAll(name).map(String).slice(0, 50)
  const schema = payersForm(idsOf("guardian[]"), idsOf("payer[]"))
  return intents(form, paths.family(familyId), {
    preview: intent({
      schema,
      run: (payers, _form, submission) => {
        const next = previewNext(actor, familyId, payersBy(chosenRules(rules, payers))) ?? null
        return data({ result: asTyped(submission), next })
      },
    }),
    address: intent({
      schema: FamilyAddressForm,
      run: ({ address }) => changeFamilyAddress(actor, familyId, address),
      refusals: { "no-family": 404 },
      saved: "Address saved.",
      to: paths.familyPayers(familyId),
    }),
    else: intent({
      schema,
      run: (payers) => changePayers(actor, familyId, payers),
      status: 409,
      refusals: { ...refusals, "no-family": 404 },
      saved: "Payers saved.",
    }),
  })
}

export const meta = pageTitle<typeof loader>((data) => `Payers, ${data.family.name}`, "Payers, family")

export default function FamilyPayers() {
  const { family, rules, next } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const typed = answer && "next" in answer ? answer : undefined
  const isOfAddress = answer?.result?.initialValue?.intent === "address"
  const back = paths.family(family.id)
  return (
    <div className="stack">
      <PageHead back={{ to: back, label: "Family billing" }} title="Payers" expression={family.name} />
      {rules.guardians.length === 0 ? (
        <CalloutText>
          This family has no guardians, so {rules.itself.name} pays what no other payer does.{" "}
          <Link to={back}>Back to billing</Link>
        </CalloutText>
      ) : null}
      {rules.guardians.length === 0 && !rules.others.some(({ hasEnded }) => !hasEnded) ? null : (
        <div className="two-columns">
          <PayerRulesForm rules={rules} back={back} result={isOfAddress ? undefined : answer?.result} />
          <NextInvoices next={typed ? typed.next : next} isTyped={typed !== undefined} />
        </div>
      )}
      <FamilyAddress address={family.address} result={isOfAddress ? answer?.result : undefined} />
      <OutsidePayerList payers={rules.others} familyId={family.id} />
    </div>
  )
}

type FamilyAddressProps = { address: string | null; result?: SubmissionResult }

/** Where a family's invoices go, unless a payer has an address of their own. */
function FamilyAddress({ address, result }: FamilyAddressProps) {
  const [form, fields] = useForm<{ address: PostalAddress }>({
    id: "family-address",
    lastResult: result,
    defaultValue: { address: shownAddress(address) },
  })
  return (
    <section className="section" aria-labelledby="address-heading">
      <h2 id="address-heading">Address</h2>
      <ErrorSummary form={form} />
      <PostForm edits className="form narrow" {...getFormProps(form)}>
        <AddressFields
          meta={fields.address}
          label="The family’s address"
          hint="Street and house number. Printed on invoices to payers without a billing address."
          of="the family"
          optional
        />
        <p className="buttons">
          <SubmitButton pending="Saving…" intent="address" isMain label="Save address" />
        </p>
      </PostForm>
    </section>
  )
}

type NextInvoicesProps = {
  next: ReturnType<typeof useLoaderData<typeof loader>>["next"] | undefined
  /** Whether it shows what is typed, not what is saved. */
  isTyped: boolean
}

/** What each payer would be billed if the family were invoiced now. */
function NextInvoices({ next, isTyped }: NextInvoicesProps) {
  const { currency } = useLoaderData<typeof loader>()
  const money = (amountMinor: number) => formatMoney(amountMinor, currency)
  return (
    <section className="sheet" aria-labelledby="next-invoices" aria-live="polite">
      <h2 id="next-invoices">Next invoice</h2>
      {next ? (
        <>
          <p className="small dim">
            {isTyped ? "With the choices you made, not saved yet." : "With the saved choices."}
          </p>
          <LedgerList
            rows={next.payers.map(({ name, items, amountMinor }) => ({
              label: `${name}, ${countOf(items, "item")}`,
              amount: money(amountMinor),
            }))}
            total={{ label: "Total", amount: money(next.totalMinor) }}
          />
        </>
      ) : (
        <p className="dim">This family has no items to invoice yet.</p>
      )}
    </section>
  )
}

/** Who pays without being a guardian, with the way to their details and to add one. */
function OutsidePayerList({ payers, familyId }: { payers: readonly OutsidePayer[]; familyId: string }) {
  return (
    <section className="section" aria-labelledby="outside-payers">
      <header>
        <h2 id="outside-payers">Payers who aren’t guardians</h2>
        <p>
          <Link to={paths.newOutsidePayer(familyId)}>Add a payer</Link>
        </p>
      </header>
      {payers.length === 0 ? (
        <p className="dim">
          None yet. Add an employer, an office, a foundation or a grandparent who pays part of the invoices.
        </p>
      ) : (
        <ul className="rows">
          {payers.map(({ id, name, email, reference, endsOn, hasEnded }) => (
            <li key={id}>
              <span>
                <Link to={paths.outsidePayer(familyId, id)}>{name}</Link>
                <br />
                <span className="small dim">
                  {email}
                  {reference ? `, reference ${reference}` : null}
                </span>
                {endsOn ? (
                  <>
                    <br />
                    <span className="small">
                      {hasEnded ? "Paid" : "Pays"} through {formatDate(endsOn, "medium")}
                    </span>
                  </>
                ) : null}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
