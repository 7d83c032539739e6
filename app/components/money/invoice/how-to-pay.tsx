import { LedgerList } from "~/components/ui/ledger-list"
import type { BankTransfer } from "~/models/money/invoice/bank-transfer"

/** With the code as it is drawn. */
type Transfer = Omit<BankTransfer, "code"> & { code: { size: number; path: string } | null }

type HowToPayProps = { instructions: string | null; transfer?: Transfer | null }

/** The school's bank account with a code for banking apps, and its payment instructions, as printed on the invoice. */
export function HowToPay({ instructions, transfer = null }: HowToPayProps) {
  if (!instructions && !transfer) return null
  return (
    <section aria-labelledby="how-to-pay">
      <h2 id="how-to-pay">How to pay</h2>
      {transfer ? <TransferFacts transfer={transfer} /> : null}
      {instructions ? <p className="whitespace-pre-line wrap-anywhere">{instructions}</p> : null}
    </section>
  )
}

function TransferFacts({ transfer: { holder, iban, bic, reference, code } }: { transfer: Transfer }) {
  return (
    <>
      <LedgerList
        facts
        rows={[
          { label: "Account holder", amount: holder },
          { label: "IBAN", amount: iban },
          ...(bic ? [{ label: "BIC", amount: bic }] : []),
          { label: "Reference", amount: reference },
        ]}
      />
      {code ? <TransferCode code={code} /> : null}
    </>
  )
}

/** Four modules of white around the code, as scanners need. */
const quiet = 4

function TransferCode({ code }: { code: { size: number; path: string } }) {
  const side = code.size + 2 * quiet
  return (
    <figure>
      <svg
        viewBox={`${-quiet} ${-quiet} ${side} ${side}`}
        width={side * 4}
        height={side * 4}
        role="img"
        aria-label="QR code for this transfer"
        shapeRendering="crispEdges"
      >
        <rect x={-quiet} y={-quiet} width={side} height={side} fill="#fff" />
        <path fill="#000" d={code.path} />
      </svg>
      <figcaption className="small dim">
        Scan this code with your banking app to fill in the transfer.
      </figcaption>
    </figure>
  )
}
