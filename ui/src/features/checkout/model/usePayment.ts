import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiError, messageOf } from "@/api/error";
import { keys } from "@/api/keys";
import { forgetHold } from "@/lib/holds";
import { placeOrder } from "../api/checkout";
import { texts } from "../texts";
import type { PendingPayment } from "./draft";
import { whileInProgress } from "./inProgress";
import type { ConfirmPayment } from "./payment";
import { rememberPayment } from "./triedPayments";
import type { DraftControl } from "./useDraft";

interface Problem {
  title: string;
  message: string;
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
  function end(error: unknown, fallback: string): boolean {
    if (!(error instanceof ApiError) || error.status !== 409) return false;
    forgetHold(userId);
    control.change({ payment: { ...payment, paid: false, ended: messageOf(error, fallback) } });
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
      if (!end(error, texts.paymentFailed)) {
        fail(texts.notPaidTitle, messageOf(error, texts.paymentFailed));
      }
    }
    return false;
  }

  async function finish() {
    try {
      client.setQueryData(keys.confirmation(payment.intentId), await placeOrder(payment.intentId));
    } catch (error) {
      if (!end(error, texts.notOrdered)) fail(texts.paidNoOrder, messageOf(error, texts.notOrdered));
      return;
    }
    await onPlaced();
  }

  const pay = useMutation({
    // Fails at once without a connection.
    networkMode: "always",
    mutationFn: ({ authenticated }: { authenticated: boolean }) =>
      whileInProgress(payment.intentId, async () => {
        setProblem(null);
        if (!paid) {
          rememberPayment(userId, payment.intentId);
          if (!(await takeMoney(authenticated))) return;
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
  function submit(authenticated = false) {
    if (paying.current) return;
    paying.current = true;
    pay.mutate({ authenticated });
  }

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
