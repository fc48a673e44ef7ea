import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { User } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { Badge } from "@/ui/Badge";
import type { Column } from "@/ui/Table";
import { bulkUsers, usersQuery } from "../../api/lists";
import { texts } from "../../listTexts";
import { userActs } from "../../model/act";
import { useList } from "../../model/useList";
import { Choice } from "./Choice";
import { ListFrame } from "./ListFrame";
import { RowNotListed } from "./RowNotListed";
import { RowActions } from "./RowActions";
import { SearchField } from "./SearchField";
import { SelectableTable, type BulkAction } from "./SelectableTable";
import { UserBadges } from "./UserBadges";
import { UserDialog } from "./UserDialog";

const words = texts.users;

/** Every account. */
export function UsersTab() {
  const { search, typed, page, filter, show, clear } = useList();
  const { q, role, status, user: shown } = search;
  const query = useQuery(usersQuery({ page, search: typed, role, status }));
  const users = query.data?.users;
  const detail = users?.find(({ _id }) => _id === shown);
  const total = query.data?.pagination.totalUsers;
  return (
    <>
      <ListFrame
        title={words.title}
        query={query}
        found={total === undefined ? undefined : words.found(total)}
        words={words}
        isEmpty={(data) => data.users.length === 0}
        totalPages={query.data?.pagination.totalPages ?? 0}
        search={
          <SearchField
            className="sm:col-span-2"
            label={words.search}
            hint={words.searchHint}
            value={q}
            onChange={(text) => filter({ q: text })}
          />
        }
        chosen={[role, status].filter(Boolean).length}
        filters={
          <>
            <Choice
              label={words.role}
              value={role}
              options={Object.entries(words.roles)}
              onChange={(value) => filter({ role: value })}
            />
            <Choice
              label={texts.status}
              value={status}
              options={Object.entries(words.statuses)}
              onChange={(value) => filter({ status: value })}
            />
          </>
        }
      >
        {(data) => (
          <div className="grid min-w-0 gap-4">
            {shown && !detail && !query.isFetching && <RowNotListed title={words.notHere} onClear={clear} />}
            <SelectableTable
              caption={words.title}
              rows={data.users}
              columns={COLUMNS}
              card={userCard}
              actions={BULK_ACTIONS}
            />
          </div>
        )}
      </ListFrame>
      {detail && <UserDialog key={detail._id} user={detail} onClose={() => show({ user: undefined })} />}
    </>
  );
}

const BULK_ACTIONS: readonly BulkAction[] = [
  {
    label: words.approve,
    look: "approve",
    title: words.bulkApproveTitle,
    consequence: words.bulkApproveConsequence,
    send: (ids) => bulkUsers("approve", ids),
    done: words.bulkApproved,
  },
  {
    label: words.deactivate,
    look: "danger",
    title: words.bulkDeactivateTitle,
    consequence: words.bulkDeactivateConsequence,
    reason: "optional",
    send: (ids, reason) => bulkUsers("deactivate", ids, reason),
    done: words.bulkDeactivated,
  },
];

function UserName({ user: { _id, name, email } }: { user: User }) {
  return (
    <span className="block min-w-0">
      <Link
        from="/dashboard/admin"
        search={(old) => ({ ...old, user: _id })}
        resetScroll={false}
        className="font-semibold text-leaf underline underline-offset-4"
      >
        {name}
      </Link>
      <span className="block break-all text-muted">{email}</span>
    </span>
  );
}

const rowActions = (user: User) => (
  <RowActions
    name={user.name}
    acts={userActs(user)}
    links={[{ label: texts.history, to: "/admin/audit", search: { subject: user._id } }]}
  />
);

const COLUMNS: Column<User>[] = [
  { key: "user", header: words.columns.user, cell: (user) => <UserName user={user} /> },
  { key: "role", header: words.columns.role, cell: ({ role }) => words.roles[role] },
  { key: "status", header: words.columns.status, cell: (user) => <UserBadges user={user} /> },
  {
    key: "business",
    header: words.columns.business,
    cell: ({ businessInfo }) => businessInfo?.businessName ?? "",
  },
  { key: "joined", header: words.columns.joined, cell: ({ createdAt }) => formatDate(createdAt) },
  { key: "actions", header: texts.actions, hideHeader: true, cell: rowActions },
];

function userCard(user: User) {
  return (
    <>
      <div className="flex items-start justify-between gap-2">
        <UserName user={user} />
        {rowActions(user)}
      </div>
      <span className="flex flex-wrap gap-1.5">
        <Badge>{words.roles[user.role]}</Badge>
        <UserBadges user={user} />
      </span>
      <p className="text-sm text-muted">
        {[user.businessInfo?.businessName, words.joined(formatDate(user.createdAt))]
          .filter(Boolean)
          .join(" · ")}
      </p>
    </>
  );
}
