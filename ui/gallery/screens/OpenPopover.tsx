import { buttonClass } from "@/ui/buttonClass";
import { EmptyState } from "@/ui/EmptyState";
import { Popover } from "@/ui/Popover";
import { useOpened } from "./useOpened";

export function OpenPopover() {
  useOpened();
  return (
    <Popover
      align="start"
      trigger={(props) => (
        <button {...props} className={buttonClass("secondary")}>
          Notifications
        </button>
      )}
    >
      {() => <EmptyState title="Nothing new" level={3} hint="Orders and messages show up here." />}
    </Popover>
  );
}
