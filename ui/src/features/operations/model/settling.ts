import type { MoneyAtStake } from "@/api/types";
import { formatMoney } from "@/lib/money";
import { texts } from "../texts";

/** What an operator accepts before an act, beside its reason. */
export interface Condition {
  warning: string;
  accept: string;
  /** Why the act cannot be done yet. */
  missing: string;
}

/** A skip leaves money unsettled: the operator says that it is settled in another way. */
export function settling(money: MoneyAtStake | null): Condition | null {
  if (!money) return null;
  const amount = formatMoney(money.amount);
  return {
    warning: texts.unsettled[money.kind](amount),
    accept: texts.settled(amount),
    missing: texts.settleFirst,
  };
}
