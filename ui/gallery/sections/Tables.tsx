import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { Checkbox } from "@/ui/Checkbox";
import { Table, type Column } from "@/ui/Table";
import { State, States } from "../State";
import { nothing, SENTENCE } from "../samples";

interface Row {
  name: string;
  price: string;
  status: string;
}

const ROWS: Row[] = [
  { name: "Kale", price: "$3.50", status: "Live" },
  { name: SENTENCE, price: "$1,204.50", status: "Waiting" },
];

const COLUMNS: Column<Row>[] = [
  {
    key: "select",
    header: "Select",
    hideHeader: true,
    cell: ({ name }) => <Checkbox label={name} hideLabel />,
  },
  { key: "name", header: "Name", sort: "ascending", onSort: nothing, cell: ({ name }) => name },
  { key: "status", header: "Status", cell: ({ status }) => <Badge>{status}</Badge> },
  { key: "price", header: "Price", align: "end", sort: "none", onSort: nothing, cell: ({ price }) => price },
];

export function Tables() {
  return (
    <States of="Table" columns={1}>
      <State name="rows, long words">
        <Table
          caption="Products"
          columns={COLUMNS}
          rows={ROWS}
          rowKey={({ name }) => name}
          card={({ name, price }) => (
            <Card>
              {name} · {price}
            </Card>
          )}
        />
      </State>
    </States>
  );
}
