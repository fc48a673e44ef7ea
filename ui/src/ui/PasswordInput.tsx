import { Eye, EyeOff } from "lucide-react";
import { useState, type InputHTMLAttributes, type Ref } from "react";
import { Input } from "./Input";
import { texts } from "./lazyTexts";

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, "type"> {
  ref?: Ref<HTMLInputElement>;
}

/** A password field with a button that shows the text. */
export function PasswordInput(props: Props) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input {...props} type={shown ? "text" : "password"} className="pr-12" />
      <button
        type="button"
        className="absolute inset-y-0 right-0 flex w-11 items-center justify-center rounded-ui text-muted hover:text-ink"
        aria-label={shown ? texts.hidePassword : texts.showPassword}
        aria-controls={props.id}
        onClick={() => setShown(!shown)}
      >
        <Icon aria-hidden className="size-5" />
      </button>
    </div>
  );
}
