import type { MoneyAtStake } from "@/api/types";
import { formatMoney } from "@/lib/money";
import { texts } from "../texts";

/** A condition that an operator accepts before an action, besides giving a reason. */
export interface Condition {
  warning: string;
  accept: string;
  /** The message while the condition is not accepted. */
  missing: string;
}

/** A skip leaves money unsettled: the operator confirms that it was settled in another way. */
export function settledCondition(money: MoneyAtStake | null): Condition | null {
  if (!money) return null;
  const amount = formatMoney(money.amount);
  return {
    warning: texts.unsettled[money.kind](amount),
    accept: texts.settled(amount),
    missing: texts.settleFirst,
  };
}
