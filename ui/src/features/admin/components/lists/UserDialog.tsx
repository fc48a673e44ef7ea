import { Link } from "@tanstack/react-router";
import { useId } from "react";
import type { User } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { Button } from "@/ui/Button";
import { ButtonLink } from "@/ui/ButtonLink";
import { texts } from "../../listTexts";
import { userActs } from "../../model/act";
import { Facts, type Fact } from "../inbox/Facts";
import { MerchantReview } from "../inbox/MerchantReview";
import { DetailDialog } from "./DetailDialog";
import { UserBadges } from "./UserBadges";

const words = texts.users;

/** All details of a user. */
export function UserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { _id: id, role, businessInfo } = user;
  return (
    <DetailDialog
      title={user.name}
      acts={userActs(user)}
      beside={role === "admin" && <AdminStays />}
      onClose={onClose}
    >
      <div className="grid gap-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <UserBadges user={user} />
          <div className="flex flex-wrap gap-2">
            {businessInfo?.isApproved && (
              <ButtonLink to="/merchant/$id" params={{ id }} variant="secondary" size="sm">
                {words.seeStall}
              </ButtonLink>
            )}
            <ButtonLink to="/admin/audit" search={{ subject: id }} variant="secondary" size="sm">
              {texts.history}
            </ButtonLink>
            <ButtonLink
              to="/admin/operations"
              search={{ tab: "person", who: id }}
              variant="secondary"
              size="sm"
            >
              {words.data}
            </ButtonLink>
          </div>
        </div>
        <Facts facts={accountFacts(user)} />
        {businessInfo && (
          <>
            <h3 className="text-h3">{businessInfo.businessName}</h3>
            <MerchantReview merchant={user} />
          </>
        )}
      </div>
    </DetailDialog>
  );
}

/** A disabled button, beside the reason. */
function AdminStays() {
  const id = useId();
  return (
    <>
      <p id={id} className="self-center text-sm text-muted max-sm:basis-full sm:flex-1">
        {words.adminStays}
      </p>
      <Button size="sm" variant="danger" disabled aria-describedby={id}>
        {words.deactivate}
      </Button>
    </>
  );
}

function accountFacts({
  _id,
  role,
  email,
  phone,
  address,
  createdAt,
  emailVerified,
  businessInfo,
}: User): Fact[] {
  const place = [address?.city, [address?.state, address?.zipCode].filter(Boolean).join(" ")];
  const whole = [address?.street, ...place].filter(Boolean).join(", ");
  const common: Fact[] = [
    { label: words.role, value: words.roles[role] },
    { label: words.columns.joined, value: formatDate(createdAt) },
    ...(emailVerified === undefined
      ? []
      : [{ label: words.emailConfirmed, value: emailVerified ? words.yes : words.no }]),
    ...(businessInfo?.approvalReason
      ? [{ label: words.approvalReason, value: businessInfo.approvalReason }]
      : []),
    {
      label: words.account,
      value: (
        <Link
          to="/admin/audit"
          search={{ actor: _id }}
          className="break-all text-leaf underline underline-offset-4"
        >
          {_id}
        </Link>
      ),
    },
  ];
  // The facts about a business already include email, phone and address.
  if (businessInfo) return common;
  return [
    { label: words.email, value: <span className="break-all">{email}</span> },
    { label: words.phone, value: phone || words.notGiven },
    { label: words.address, value: whole || words.notGiven },
    ...common,
  ];
}
