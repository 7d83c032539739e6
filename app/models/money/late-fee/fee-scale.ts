// How large an everyday amount is in a currency, for the late fees that presets begin with. Rough on purpose: an owner
// changes the fee, and a wrong guess must not be a hundred times too much or too little. Safe in the browser.

/** About how many of a currency's units are one dollar's worth of a fee, with the currencies of which that is true. */
const scales: readonly (readonly [scale: number, currencies: string])[] = [
  [
    1,
    "USD EUR GBP CAD AUD NZD CHF SGD BND BSD BMD BBD BZD KYD FJD XCD AWG ANG PAB GIP JEP GGP IMP FKP BGN BAM AZN",
  ],
  [5, "PLN RON ILS BRL MYR PEN GEL AED SAR QAR"],
  [10, "DKK SEK NOK CNY HKD MOP BOB GTQ ZAR MXN MAD MDL NAD TTD"],
  [20, "CZK TRY TWD THB UAH UYU EGP HNL NIO INR MKD MUR"],
  [50, "DOP PHP RUB BDT NPR ALL JMD"],
  [100, "JPY ISK KES RSD PKR LKR"],
  [200, "HUF CRC XOF XAF XPF KZT AMD"],
  [500, "CLP NGN ARS"],
  [1000, "KRW COP TZS UGX MMK"],
  [5000, "IDR LAK"],
  [10_000, "VND"],
]

const scaleOf = new Map(
  scales.flatMap(([scale, currencies]) => currencies.split(" ").map((each) => [each, scale] as const)),
)

/** What a fee of one dollar is in minor units of a currency; null for one of which that isn't known: no fee is proposed then. */
export function feeUnit(currency: string): number | null {
  const scale = scaleOf.get(currency)
  return scale === undefined ? null : scale * 100
}
