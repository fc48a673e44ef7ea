// The specification's texts for failures that come without a text of their own: an answer, or none.
import { ApiError, messageOf } from "@/api/error";
import { texts } from "../texts";

const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

export const orderFailureText = (error: unknown): string =>
  messageOf(error, isRefusal(error) ? texts.notOrderedYet : texts.notOrdered);

export const paymentFailureText = (error: unknown): string =>
  messageOf(error, isRefusal(error) ? texts.paymentFailed : texts.unexpected);
