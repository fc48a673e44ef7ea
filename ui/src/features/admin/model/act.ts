// An admin's actions on a user or a product, each with a confirmation.
import type { Product, User } from "@/api/types";
import {
  approveUser,
  deactivateUser,
  deleteProduct,
  featureProduct,
  reactivateUser,
  rejectUser,
  setProductActive,
} from "../api/lists";
import { texts } from "../listTexts";

export interface Act<T = unknown> {
  label: string;
  /** Names the object: "Delete Kale?" */
  title: string;
  /** The consequence of the action. */
  consequence: string;
  look: "danger" | "approve" | "plain";
  /** The merchant whose open orders are left without anybody. */
  leavesOrdersOf?: string;
  reason?: "required" | "optional";
  run: (reason: string | undefined) => Promise<T>;
  undo?: () => Promise<unknown>;
  /** Shown after the action; absent where its result is shown otherwise. */
  done?: string;
  failed: string;
}

/** The business name, else the person's. */
export const userName = ({ name, businessInfo }: User): string => businessInfo?.businessName || name;

/** Admins cannot be deactivated, and only merchants are approved. */
export function userActs(user: User): Act[] {
  const words = texts.users;
  const { _id: id, businessInfo, isActive, role } = user;
  const name = userName(user);
  const approve: Act = {
    label: words.approve,
    title: words.approveTitle(name),
    consequence: words.approveConsequence,
    look: "approve",
    run: () => approveUser(id),
    done: words.approved(name),
    failed: words.approvalFailed,
  };
  const reject: Act = {
    label: words.reject,
    title: words.rejectTitle(name),
    consequence: words.rejectConsequence,
    look: "danger",
    reason: "required",
    run: (reason) => rejectUser(id, reason),
    done: words.rejected(name),
    failed: words.approvalFailed,
  };
  const deactivate: Act = {
    label: words.deactivate,
    title: words.deactivateTitle(user.name),
    consequence: words.deactivateConsequence(role === "merchant"),
    look: "danger",
    leavesOrdersOf: role === "merchant" ? id : undefined,
    reason: "optional",
    run: (reason) => deactivateUser(id, reason),
    undo: () => reactivateUser(id),
    done: words.deactivated(user.name),
    failed: words.deactivateFailed,
  };
  const reactivate: Act = {
    label: words.reactivate,
    title: words.reactivateTitle(user.name),
    consequence: words.reactivateConsequence,
    look: "approve",
    run: () => reactivateUser(id),
    undo: () => deactivateUser(id),
    done: words.reactivated(user.name),
    failed: words.reactivateFailed,
  };
  const approval = role === "merchant" ? businessInfo?.approvalStatus : undefined;
  return [
    ...(approval && approval !== "approved" ? [approve] : []),
    ...(approval === "pending" ? [reject] : []),
    ...(role === "admin" ? [] : [isActive ? deactivate : reactivate]),
  ];
}

export function productActs({ _id: id, name, isActive, featured }: Product): Act[] {
  const words = texts.products;
  return [
    isActive
      ? {
          label: words.deactivate,
          title: words.deactivateTitle(name),
          consequence: words.deactivateConsequence,
          look: "danger",
          reason: "optional",
          run: (reason) => setProductActive(id, false, reason),
          undo: () => setProductActive(id, true),
          done: words.deactivated(name),
          failed: words.deactivateFailed,
        }
      : {
          label: words.activate,
          title: words.activateTitle(name),
          consequence: words.activateConsequence,
          look: "approve",
          run: () => setProductActive(id, true),
          undo: () => setProductActive(id, false),
          done: words.activated(name),
          failed: words.activateFailed,
        },
    {
      label: featured ? words.unfeature : words.feature,
      title: featured ? words.unfeatureTitle(name) : words.featureTitle(name),
      consequence: featured ? words.unfeatureConsequence : words.featureConsequence,
      look: "plain",
      run: () => featureProduct(id, !featured),
      undo: () => featureProduct(id, featured),
      done: featured ? words.unfeaturedDone(name) : words.featuredDone(name),
      failed: words.featureFailed,
    },
    {
      label: words.delete,
      title: words.deleteTitle(name),
      consequence: words.deleteConsequence,
      look: "danger",
      reason: "optional",
      run: (reason) => deleteProduct(id, reason),
      done: words.deleted(name),
      failed: words.deleteFailed,
    },
  ];
}
