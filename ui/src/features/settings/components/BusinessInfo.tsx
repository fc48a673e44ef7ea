import type { User } from "@/api/types";
import { Form } from "@/ui/form/Form";
import { FormField } from "@/ui/form/FormField";
import { Input } from "@/ui/Input";
import { Select } from "@/ui/Select";
import { Textarea } from "@/ui/Textarea";
import {
  BUSINESS_LABELS,
  BUSINESS_NAMES,
  businessOf,
  businessRules,
  toBusiness,
  type BusinessValues,
} from "../model/business";
import { useProfileForm } from "../model/useProfileForm";
import { texts } from "../texts";
import { BusinessPhoto } from "./BusinessPhoto";
import { DeliveryFields } from "./DeliveryFields";
import { DirtyBar } from "./DirtyBar";
import { Section } from "./Section";

const words = texts.business;
const ID = "business";

/** The form of a merchant's business. */
export function BusinessInfo({ user }: { user: User }) {
  const { form, discard } = useProfileForm<BusinessValues>({
    id: ID,
    user,
    valuesOf: businessOf,
    rules: businessRules,
    toChange: toBusiness,
    serverNames: BUSINESS_NAMES,
    labels: BUSINESS_LABELS,
    texts: words,
  });
  return (
    <div className="grid gap-6">
      <BusinessPhoto user={user} />
      <Section id={ID} title={words.title} hint={words.hint}>
        <Form form={form} aria-labelledby={`${ID}-title`}>
          <div inert={form.busy} className="grid gap-5">
            <div className="grid gap-5 sm:grid-cols-2">
              <FormField
                form={form}
                name="businessName"
                label={words.name}
                hint={user.businessInfo?.isApproved ? words.nameHint : undefined}
                required
              >
                {(control) => <Input {...control} autoComplete="organization" />}
              </FormField>
              <FormField form={form} name="businessType" label={words.type} required>
                {(control) => (
                  <Select {...control}>
                    <option value="">{texts.choose}</option>
                    {words.types.map((type) => (
                      <option key={type} value={type}>
                        {type}
                      </option>
                    ))}
                  </Select>
                )}
              </FormField>
            </div>
            <FormField form={form} name="businessDescription" label={words.description} required={false}>
              {(control) => <Textarea {...control} rows={4} />}
            </FormField>
            <FormField form={form} name="website" label={words.website} required={false}>
              {(control) => (
                <Input {...control} type="url" autoComplete="url" placeholder={words.websiteExample} />
              )}
            </FormField>
            <div className="grid gap-5 sm:grid-cols-2">
              <FormField
                form={form}
                name="businessLicense"
                label={words.license}
                hint={words.privateHint}
                required={false}
              >
                {(control) => <Input {...control} autoComplete="off" />}
              </FormField>
              <FormField
                form={form}
                name="taxId"
                label={words.taxId}
                hint={words.privateHint}
                required={false}
              >
                {(control) => <Input {...control} autoComplete="off" />}
              </FormField>
            </div>
            <DeliveryFields form={form} />
          </div>
          <DirtyBar form={form} section={ID} title={words.title} onDiscard={discard} />
        </Form>
      </Section>
    </div>
  );
}
