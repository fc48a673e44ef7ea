import { Link } from "@tanstack/react-router";
import { ChevronDown, LogOut } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import type { User } from "@/api/types";
import { userLinks } from "../nav";
import { useLogout } from "./useLogout";

const item = "flex min-h-11 w-full items-center gap-2 rounded-ui px-3 text-left hover:bg-sunken";

/** Merchants are shown by their business. */
const nameOf = (user: User) => (user.role === "merchant" && user.businessInfo?.businessName) || user.name;

/** The signed-in user's links, behind a button with their name. */
export function UserMenu({ user }: { user: User }) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const logout = useLogout();
  useEffect(() => {
    if (!open) return;
    const onPointer = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener("pointerdown", onPointer);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("pointerdown", onPointer);
      document.removeEventListener("keydown", onKey);
    };
  }, [open]);
  const name = nameOf(user);
  const photo = user.role === "merchant" ? user.businessInfo?.businessPhoto?.url : undefined;
  return (
    <div
      ref={root}
      className="relative"
      onBlur={(event) => {
        if (event.relatedTarget && !root.current?.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={id}
        aria-label={`Account menu of ${name}`}
        className="flex min-h-11 items-center gap-2 rounded-ui px-1.5 font-semibold sm:px-2 hover:bg-sunken"
        onClick={() => setOpen(!open)}
      >
        {photo ? (
          <img src={photo} alt="" width={32} height={32} className="size-8 rounded-full object-cover" />
        ) : (
          <span
            aria-hidden
            className="flex size-8 items-center justify-center rounded-full bg-leaf-soft text-sm uppercase"
          >
            {name.charAt(0)}
          </span>
        )}
        <span className="hidden max-w-36 truncate lg:inline">{name}</span>
        <ChevronDown aria-hidden className="size-4 max-sm:hidden" />
      </button>
      <div
        id={id}
        hidden={!open}
        className="absolute right-0 z-40 mt-2 w-60 rounded-ui border border-line bg-surface p-2 shadow-md"
      >
        <p className="truncate px-3 py-2 text-sm text-muted">{user.email}</p>
        <ul>
          {userLinks(user).map((link) => (
            <li key={link.label}>
              <Link to={link.to} search={link.search} className={item} onClick={() => setOpen(false)}>
                {link.label}
              </Link>
            </li>
          ))}
          <li>
            <button type="button" className={item} onClick={logout}>
              <LogOut aria-hidden className="size-4" />
              Logout
            </button>
          </li>
        </ul>
      </div>
    </div>
  );
}
