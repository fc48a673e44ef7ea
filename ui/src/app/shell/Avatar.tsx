import type { User } from "@/api/types";

/** A merchant's photo, else the first letter of the name. The letter is an image, because the name is beside it. */
export function Avatar({ user, name }: { user: User; name: string }) {
  const photo = user.role === "merchant" ? user.businessInfo?.businessPhoto?.url : undefined;
  if (photo) {
    return <img src={photo} alt="" width={32} height={32} className="size-8 rounded-full object-cover" />;
  }
  return (
    <span
      aria-hidden
      data-letter={name.charAt(0).toUpperCase()}
      className="flex size-8 shrink-0 items-center justify-center rounded-full bg-leaf-soft text-sm before:content-[attr(data-letter)]"
    />
  );
}
