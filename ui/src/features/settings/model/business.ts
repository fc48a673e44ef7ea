// The business form: its fields, their rules, and its request.
import type { User } from "@/api/types";
import type { FormErrors } from "@/lib/form";
import type { ProfileChange } from "../api/account";
import { texts } from "../texts";

const words = texts.business;

export interface BusinessValues {
  businessName: string;
  businessType: string;
  businessDescription: string;
  website: string;
  businessLicense: string;
  taxId: string;
  offersPickup: boolean;
  offersDelivery: boolean;
  deliveryRadius: string;
  sameDayDelivery: boolean;
  sameDayCutoff: string;
}

const MAX_RADIUS = 50;
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** The server's names of the fields. */
export const BUSINESS_NAMES: Record<string, keyof BusinessValues> = {
  "businessInfo.businessName": "businessName",
  "businessInfo.businessType": "businessType",
  "businessInfo.businessDescription": "businessDescription",
  "businessInfo.website": "website",
  "businessInfo.businessLicense": "businessLicense",
  "businessInfo.taxId": "taxId",
  "businessInfo.deliveryRadius": "deliveryRadius",
  "businessInfo.sameDayCutoff": "sameDayCutoff",
};

export const BUSINESS_LABELS: Record<keyof BusinessValues, string> = {
  businessName: words.name,
  businessType: words.type,
  businessDescription: words.description,
  website: words.website,
  businessLicense: words.license,
  taxId: words.taxId,
  offersPickup: words.pickup,
  offersDelivery: words.delivery,
  deliveryRadius: words.radius,
  sameDayDelivery: words.sameDay,
  sameDayCutoff: words.cutoff,
};

export function businessOf({ businessInfo: info }: User): BusinessValues {
  return {
    businessName: info?.businessName ?? "",
    businessType: info?.businessType ?? "",
    businessDescription: info?.businessDescription ?? "",
    website: info?.website ?? "",
    businessLicense: info?.businessLicense ?? "",
    taxId: info?.taxId ?? "",
    offersPickup: info?.offersPickup ?? true,
    offersDelivery: info?.offersDelivery ?? true,
    deliveryRadius: String(info?.deliveryRadius ?? ""),
    sameDayDelivery: info?.sameDayDelivery ?? false,
    sameDayCutoff: info?.sameDayCutoff ?? "",
  };
}

/** Whether a text is an http or https address. */
function isWebPage(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  return /[^.]\.[^.]/.test(new URL(text).hostname);
}

function isRadius(text: string): boolean {
  const miles = Number(text);
  return /^\d+$/.test(text.trim()) && miles >= 1 && miles <= MAX_RADIUS;
}

/** Messages by field, in display order. Hidden fields are not validated. */
export function businessRules(values: BusinessValues): FormErrors {
  const errors: FormErrors = {};
  const website = values.website.trim();
  if (!values.businessName.trim()) errors.businessName = words.nameMissing;
  if (!values.businessType) errors.businessType = words.typeMissing;
  if (website && !isWebPage(website)) errors.website = words.websiteInvalid;
  if (values.offersDelivery && !isRadius(values.deliveryRadius)) errors.deliveryRadius = words.radiusInvalid;
  if (values.offersDelivery && values.sameDayDelivery && !TIME.test(values.sameDayCutoff)) {
    errors.sameDayCutoff = words.cutoffInvalid;
  }
  return errors;
}

export function toBusiness(values: BusinessValues): ProfileChange {
  const { offersDelivery, deliveryRadius, sameDayDelivery, sameDayCutoff, ...rest } = values;
  const sameDay = offersDelivery && sameDayDelivery;
  return {
    businessInfo: {
      ...rest,
      website: rest.website.trim(),
      offersDelivery,
      sameDayDelivery: sameDay,
      ...(offersDelivery && { deliveryRadius: Number(deliveryRadius) }),
      ...(sameDay && { sameDayCutoff }),
    },
  };
}
