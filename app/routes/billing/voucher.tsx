import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { ActButton, AnswerSummary } from "~/components/form/post-form"
import { HistoryList } from "~/components/foundation/history/history-list"
import { ChooseFamily } from "~/components/money/package/choose-family"
import {
  CancelVoucher,
  CorrectVoucher,
  cancelFormId,
  ExpiredVoucher,
  namesFormId,
  RedeemVoucher,
  redeemFormId,
  VoucherEmails,
} from "~/components/money/voucher/voucher-acts"
import { RedemptionList, VoucherFacts } from "~/components/money/voucher/voucher-facts"
import { pageTitle } from "~/components/shell/frame"
import { alsoWhenRefused } from "~/components/ui/after-refusal"
import { PageHead } from "~/components/ui/page-head"
import { orNotFound, requireMember } from "~/http/guards.server"
import { act, idIn, intent, intents, titled } from "~/http/intents.server"
import { requireLivingFamily } from "~/http/living-family.server"
import { may } from "~/models/foundation/access/permissions"
import { readNameWish } from "~/models/foundation/name-search/name-search"
import {
  bookAsIncome,
  cancelVoucher,
  correctVoucher,
  emailVoucher,
  redeemVoucher,
  removeVoucher,
  renewCode,
  undoEnd,
  undoRedemption,
} from "~/models/money/voucher/sell-voucher.server"
import { codeText } from "~/models/money/voucher/voucher"
import { findVoucher, listRedemptions } from "~/models/money/voucher/vouchers.server"
import { offerFamilyNames } from "~/models/people/family/family-choices.server"
import {
  cancelVoucherRefusals,
  codeEnding,
  correctVoucherRefusals,
  emailVoucherRefusals,
  endUndoRefusals,
  incomeRefusals,
  redeemRefusals,
  removeVoucherRefusals,
  undoRedemptionRefusals,
} from "~/texts/money/vouchers"
import { newId } from "~/utils/ids.server"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { historyOf } from "./invoice-links.server"
import { familyOfSale } from "./sale-family.server"
import { CancelVoucherForm, RedeemForm, VoucherNamesForm } from "./voucher-forms.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const voucher = orNotFound(findVoucher(actor, params.voucherId ?? ""))
  const { searchParams } = new URL(request.url)
  const familyId = searchParams.get("family")
  const mayAct = may(actor, "payment:record")
  const family = familyId && mayAct ? await requireLivingFamily(actor, familyId) : null
  const isLeft = voucher.restMinor > 0
  return {
    // Whoever may take payments may redeem: others read the end of the code alone.
    voucher: {
      ...voucher,
      code: mayAct ? codeText(voucher.code) : codeEnding(voucher.code),
      ending: codeEnding(voucher.code),
    },
    redemptions: listRedemptions(actor, voucher.id),
    family: family && { id: family.id, name: family.name },
    families:
      mayAct && isLeft && !family ? offerFamilyNames(actor, readNameWish(searchParams, "family")) : null,
    mayAct,
    formKey: newId(),
    history: historyOf(actor, { noun: "voucher", id: voucher.id }),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "payment:record")
  const voucherId = params.voucherId ?? ""
  const voucher = orNotFound(findVoucher(actor, voucherId))
  const money = (amountMinor: number) => formatMoney(amountMinor, voucher.currency)
  const email = (to: "buyer" | "recipient") =>
    act({
      run: (form) => emailVoucher(actor, voucherId, { to, formKey: idIn(form, "formKey") || newId() }),
      refusals: titled("Gift voucher not emailed.", emailVoucherRefusals),
      saved: () =>
        `Gift voucher on its way to ${to === "buyer" ? voucher.buyerName : (voucher.recipientName ?? voucher.recipientEmail)}.`,
    })
  return intents(request, paths.voucher(voucherId), {
    "email-buyer": email("buyer"),
    "email-recipient": email("recipient"),
    redeem: async (form, to) => {
      const family = await familyOfSale(actor, request)
      return intent({
        schema: RedeemForm,
        run: ({ amount, formKey }) =>
          redeemVoucher(actor, voucherId, { familyId: family.id, amountMinor: amount, formKey }),
        field: { "more-than-left": "amount" },
        status: 409,
        refusals: redeemRefusals,
        saved: ({ amountMinor }) => `${money(amountMinor)} redeemed for ${family.name}.`,
      })(form, to)
    },
    "undo-redemption": act({
      run: (form) => undoRedemption(actor, voucherId, idIn(form, "redemption")),
      refusals: titled("Redemption not undone.", undoRedemptionRefusals),
      saved: ({ amountMinor }) => `Redemption of ${money(amountMinor)} undone.`,
    }),
    "book-income": act({
      run: () => bookAsIncome(actor, voucherId),
      refusals: titled("Voucher not changed.", incomeRefusals),
      saved: ({ amountMinor }) => `${money(amountMinor)} recorded as other income.`,
    }),
    "undo-end": act({
      run: () => undoEnd(actor, voucherId),
      refusals: titled("Voucher not changed.", endUndoRefusals),
      saved: "Gift voucher opened again.",
    }),
    correct: intent({
      schema: VoucherNamesForm,
      run: (names) => correctVoucher(actor, voucherId, names),
      status: 409,
      refusals: correctVoucherRefusals,
      saved: "Names and emails saved.",
    }),
    "new-code": act({
      run: () => renewCode(actor, voucherId),
      refusals: titled("Code not changed.", correctVoucherRefusals),
      saved: "Code changed. The old one no longer works: print or email the voucher again.",
    }),
    "remove-voucher": act({
      run: () => removeVoucher(actor, voucherId),
      refusals: titled("Sale not removed.", removeVoucherRefusals),
      to: paths.vouchers(),
      saved: `Sale of the voucher ${codeEnding(voucher.code)} removed. Its code no longer works.`,
    }),
    "cancel-voucher": intent({
      schema: CancelVoucherForm,
      run: (facts) => cancelVoucher(actor, voucherId, facts),
      status: 409,
      refusals: cancelVoucherRefusals,
      saved: ({ amountMinor }) => `Gift voucher canceled. Pay ${money(amountMinor)} back.`,
    }),
  })
}

export const shouldRevalidate = alsoWhenRefused

export const meta = pageTitle<typeof loader>((data) => `Gift voucher ${data.voucher.ending}`)

const formIds: Record<string, string> = { redeem: redeemFormId, correct: namesFormId }

export default function VoucherPage() {
  const page = useLoaderData<typeof loader>()
  const { voucher, redemptions, family, families, mayAct, formKey, history } = page
  const result = useActionData<typeof action>()?.result
  const sent = result?.initialValue?.intent
  const isLeft = voucher.restMinor > 0
  const isWhole = voucher.restMinor === voucher.amountMinor
  return (
    <div className="stack narrow">
      <AnswerSummary formId={formIds[String(sent)] ?? cancelFormId} result={result} />
      <PageHead
        back={{ to: paths.vouchers(), label: "Gift vouchers" }}
        title={`Gift voucher ${voucher.ending}`}
        expression={formatMoney(voucher.amountMinor, voucher.currency)}
      />
      <VoucherFacts voucher={voucher} />
      {mayAct && voucher.state === "open" && isWhole ? (
        <VoucherEmails voucher={voucher} formKey={formKey} />
      ) : null}
      <RedemptionList voucher={voucher} redemptions={redemptions} mayAct={mayAct && !voucher.endKind} />
      {mayAct && isLeft ? (
        <section className="section no-print" aria-labelledby="redeem-title">
          <h2 id="redeem-title">Redeem</h2>
          {voucher.state === "expired" ? (
            <p className="small dim">It has expired. Families can’t redeem it, but you can do it for them.</p>
          ) : null}
          {family ? (
            <RedeemVoucher
              voucher={voucher}
              family={family}
              formKey={formKey}
              result={sent === "redeem" ? result : undefined}
            />
          ) : (
            <ChooseFamily families={families} />
          )}
        </section>
      ) : null}
      {mayAct && voucher.state === "expired" ? <ExpiredVoucher voucher={voucher} /> : null}
      {mayAct && isWhole ? (
        <CorrectVoucher
          key={JSON.stringify(voucher)}
          voucher={voucher}
          result={sent === "correct" ? result : undefined}
        />
      ) : null}
      {mayAct && isLeft ? (
        <CancelVoucher
          voucher={voucher}
          formKey={formKey}
          result={sent === "cancel-voucher" ? result : undefined}
        />
      ) : null}
      {mayAct && voucher.endKind ? (
        <ActButton label="Open it again" className="no-print" intent="undo-end" pending="Opening…" />
      ) : null}
      <HistoryList entries={history} />
    </div>
  )
}
