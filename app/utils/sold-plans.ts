// Whether this installation sells plans. One that a school runs for itself may do without a provider to sell them through; then no
// one is offered a plan. It never changes while the app runs; a browser learns it with the first page.

const shared = globalThis as typeof globalThis & { tuttiSellsPlans?: boolean }

/** Called once on the server, with the settings, and once in a browser. */
export const takePlanSale = (sold: boolean) => {
  shared.tuttiSellsPlans = sold
}

export const sellsPlans = (): boolean => shared.tuttiSellsPlans ?? true
