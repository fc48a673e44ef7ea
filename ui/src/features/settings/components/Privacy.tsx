import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/error";
import type { User } from "@/api/types";
import { saveAs } from "@/lib/saveAs";
import { Button } from "@/ui/Button";
import { toast } from "@/ui/toast";
import { exportData } from "../api/account";
import { texts } from "../texts";
import { DeleteAccount } from "./DeleteAccount";
import { Section } from "./Section";

const words = texts.export;

/** Download of the account's data, and deletion of the account. */
export function Privacy({ user }: { user: User }) {
  const download = useMutation({
    mutationFn: exportData,
    networkMode: "always",
    onSuccess: (data) => {
      const file = new Blob([JSON.stringify(data, null, 2)], { type: "application/json" });
      saveAs(file, words.file(data.exportedAt.slice(0, 10)));
      toast.success(words.done);
    },
    onError: (error) => toast.error(messageOf(error, words.failed)),
  });
  return (
    <div className="grid gap-6">
      <Section id="export" title={words.title} hint={words.hint}>
        <div>
          <Button
            variant="secondary"
            busy={download.isPending}
            busyLabel={words.loading}
            onClick={() => download.mutate()}
          >
            <Download aria-hidden className="size-5" /> {words.button}
          </Button>
        </div>
      </Section>
      <DeletionInfo user={user} />
    </div>
  );
}

/** Explains the deletion of the account before confirming it. */
function DeletionInfo({ user }: { user: User }) {
  const [asking, setAsking] = useState(false);
  const deletion = texts.deletion;
  const goes = user.role === "merchant" ? [...deletion.goes, ...deletion.goesMerchant] : deletion.goes;
  if (user.role === "admin") {
    return (
      <Section id="deletion" title={deletion.title}>
        <p>{deletion.admin}</p>
      </Section>
    );
  }
  return (
    <Section id="deletion" title={deletion.title} hint={deletion.hint}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Effects title={deletion.goesTitle} lines={goes} />
        <Effects title={deletion.staysTitle} lines={deletion.stays} />
      </div>
      <div>
        <Button variant="danger" onClick={() => setAsking(true)}>
          {deletion.button}
        </Button>
      </div>
      {asking && <DeleteAccount userId={user._id} onClose={() => setAsking(false)} />}
    </Section>
  );
}

function Effects({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <div>
      <h3 className="text-h3">{title}</h3>
      <ul className="mt-2 grid list-disc gap-1 pl-5 marker:text-muted">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
