import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "@/api/error";
import { keys } from "@/api/keys";
import { forgetHold } from "@/lib/holds";
import { placeOrder } from "../api/checkout";
import { texts } from "../texts";
import type { PendingPayment } from "./draft";
import { orderFailureText, paymentFailureText } from "./failureTexts";
import { whileInProgress } from "./inProgress";
import type { ConfirmPayment } from "./payment";
import { rememberPayment } from "./triedPayments";
import type { DraftControl } from "./useDraft";

interface Problem {
  title: string;
  message: string;
}

interface PaymentAttempt {
  authenticated: boolean;
  /** The money is taken already. */
  succeeded?: boolean;
}

interface Options {
  userId: string;
  payment: PendingPayment;
  control: DraftControl;
  sandbox: boolean;
  /** Called when the order is placed. */
  onPlaced: () => Promise<void>;
}

/** The payment of step 3. One submit is one payment; once it is captured, only the order remains to be placed. */
export function usePayment({ userId, payment, control, sandbox, onPlaced }: Options) {
  const client = useQueryClient();
  const [attempt, setAttempt] = useState(0);
  const [authenticating, setAuthenticating] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const confirm = useRef<ConfirmPayment | null>(null);
  const paying = useRef(false);
  const { paid } = payment;

  function fail(title: string, message: string) {
    setProblem({ title, message });
    setAttempt((count) => count + 1);
  }

  /** A conflict is final: the payment was replaced or has expired, or the goods are gone and the money is refunded. */
  function end(error: unknown, message: string): boolean {
    if (!(error instanceof ApiError) || error.status !== 409) return false;
    forgetHold(userId);
    control.change({ payment: { ...payment, paid: false, ended: message } });
    setAttempt((count) => count + 1);
    return true;
  }

  /** Confirms the payment; returns whether it was captured. */
  async function takeMoney(authenticated: boolean): Promise<boolean> {
    try {
      const status = await confirm.current?.({ authenticated });
      if (status === "succeeded") return true;
      // Other providers have already asked for authentication, without success.
      if (status === "requires_action" && sandbox) setAuthenticating(true);
      else if (status === "requires_action") fail(texts.notPaidTitle, texts.authenticate);
      else if (status !== undefined) fail(texts.notPaidTitle, texts.notProcessed);
    } catch (error) {
      const message = paymentFailureText(error);
      if (!end(error, message)) fail(texts.notPaidTitle, message);
    }
    return false;
  }

  async function finish() {
    try {
      client.setQueryData(keys.confirmation(payment.intentId), await placeOrder(payment.intentId));
    } catch (error) {
      const message = orderFailureText(error);
      if (!end(error, message)) fail(texts.paidNoOrder, message);
      return;
    }
    await onPlaced();
  }

  const pay = useMutation({
    // Fails at once without a connection.
    networkMode: "always",
    mutationFn: ({ authenticated, succeeded }: PaymentAttempt) =>
      whileInProgress(payment.intentId, async () => {
        setProblem(null);
        if (!paid) {
          rememberPayment(userId, payment.intentId);
          if (!succeeded && !(await takeMoney(authenticated))) return;
          // Stored in the draft, so that a reload does not ask for the card again.
          control.change({ payment: { ...payment, paid: true } });
        }
        await finish();
      }),
    onSettled: () => {
      paying.current = false;
    },
  });

  /** A second click or Enter, however quick, does not start a second payment. */
  function start(step: PaymentAttempt) {
    if (paying.current) return;
    paying.current = true;
    pay.mutate(step);
  }
  const submit = (authenticated = false) => start({ authenticated });

  // The page was reloaded after the payment: only the order is missing.
  const resume = useRef(paid ? submit : null);
  useEffect(() => {
    resume.current?.();
    resume.current = null;
  }, []);

  return {
    attempt,
    problem,
    confirm,
    busy: pay.isPending,
    submit,
    /** The provider says on load that the payment has succeeded: in another tab, or before a reload. */
    reportSucceeded: () => start({ authenticated: false, succeeded: true }),
    authenticating,
    authenticate: () => {
      setAuthenticating(false);
      submit(true);
    },
    giveUp: () => {
      setAuthenticating(false);
      fail(texts.notPaidTitle, texts.authenticate);
    },
  };
}
