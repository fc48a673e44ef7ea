import { useEffect } from "react";
import { useWatch } from "react-hook-form";
import type { User } from "@/api/types";
import { useZipFill } from "@/api/useZipFill";
import { statesOf } from "@/lib/states";
import { PostalFields } from "@/ui/address/PostalFields";
import { Form } from "@/ui/form/Form";
import { FormField } from "@/ui/form/FormField";
import { Input } from "@/ui/Input";
import { PasswordInput } from "@/ui/PasswordInput";
import { Select } from "@/ui/Select";
import {
  changesEmail,
  PERSONAL_LABELS,
  personalOf,
  personalRules,
  toProfile,
  type PersonalValues,
} from "../model/personal";
import { useProfileForm } from "../model/useProfileForm";
import { DirtyBar } from "./DirtyBar";
import { EmailStatus } from "./EmailStatus";
import { Section } from "./Section";
import { texts } from "../texts";

const words = texts.personal;
const ID = "personal";
const ADDRESS = {
  address: "address.street",
  zipCode: "address.zipCode",
  city: "address.city",
  state: "address.state",
} as const;

/** The form of a person's name, contact and address. */
export function PersonalInfo({ user }: { user: User }) {
  const { form, discard } = useProfileForm<PersonalValues>({
    id: ID,
    user,
    valuesOf: personalOf,
    rules: personalRules(user),
    toChange: (values) => toProfile(values, user),
    labels: PERSONAL_LABELS,
    texts: words,
  });
  const fillFromZip = useZipFill(form, ADDRESS);
  const email = useWatch({ control: form.control, name: "email" });
  const country = useWatch({ control: form.control, name: "address.country" });
  const asksPassword = changesEmail({ email }, user);
  const { getValues, setValue } = form;
  useEffect(() => {
    // Drop the password when the form no longer requires it.
    if (!asksPassword && getValues("currentPassword")) setValue("currentPassword", "", { shouldDirty: true });
  }, [asksPassword, getValues, setValue]);
  const isMerchant = user.role === "merchant";
  return (
    <Section id={ID} title={words.title} hint={words.hint}>
      <EmailStatus user={user} />
      <Form form={form} aria-labelledby={`${ID}-title`}>
        <div inert={form.busy} className="grid gap-5">
          <div className="grid gap-5 sm:grid-cols-2">
            <FormField form={form} name="name" label={words.name} required>
              {(control) => <Input {...control} autoComplete="name" />}
            </FormField>
            <FormField form={form} name="phone" label={words.phone} required={false}>
              {(control) => <Input {...control} type="tel" autoComplete="tel" />}
            </FormField>
            <FormField
              form={form}
              name="email"
              label={words.email}
              hint={asksPassword ? words.emailChange(user.email) : undefined}
              required
            >
              {(control) => <Input {...control} type="email" autoComplete="email" />}
            </FormField>
            {asksPassword && (
              <FormField
                form={form}
                name="currentPassword"
                label={words.currentPassword}
                hint={words.currentPasswordHint}
                required
              >
                {(control) => <PasswordInput {...control} autoComplete="current-password" />}
              </FormField>
            )}
          </div>
          <fieldset className="grid gap-5 border-t border-line pt-5">
            <legend className="float-left text-h3">{words.addressTitle}</legend>
            <p className="clear-both -mt-4 text-muted">
              {isMerchant ? words.addressHintMerchant : words.addressHint}
            </p>
            <PostalFields
              form={form}
              names={ADDRESS}
              onZip={(zip) => void fillFromZip(zip)}
              states={statesOf(country)}
              zipHint={country === words.countries[1] && !isMerchant ? words.zipCanada : undefined}
              required={isMerchant || undefined}
            />
            <FormField form={form} name="address.country" label={words.country} className="sm:max-w-xs">
              {(control) => (
                <Select {...control} autoComplete="country-name">
                  {words.countries.map((name) => (
                    <option key={name} value={name}>
                      {name}
                    </option>
                  ))}
                </Select>
              )}
            </FormField>
          </fieldset>
        </div>
        <DirtyBar form={form} section={ID} title={words.title} onDiscard={discard} />
      </Form>
    </Section>
  );
}
