/** Said beside the field in which someone names whom to call. */
export const emergencyHint =
  "Whom to call if no guardian answers: name, relation and phone, such as Una Roy (grandmother), 555 010 0009."
