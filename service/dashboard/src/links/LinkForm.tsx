import { useState, type ReactNode } from 'react';
import type { LinkChange, NewLink } from './requests.ts';
import { Problem } from '../api/Problem.ts';
import { useCurrentApp } from '../apps/currentApp.ts';
import { LANDING_NAMES } from '../apps/landingValues.ts';
import { useDraft } from '../session/useDraft.ts';
import { fieldProblem } from '../ui/problems.ts';
import { AreaField } from '../ui/AreaField.tsx';
import { changedFields } from '../ui/changedFields.ts';
import { Form } from '../ui/Form.tsx';
import { FormEnd } from '../ui/FormEnd.tsx';
import { CampaignFields } from './CampaignFields.tsx';
import { LinkPreview } from './LinkPreview.tsx';
import { FOLDED_FIELDS, LINK_FIELDS, linkFromValues, type LinkValues } from './linkValues.ts';
import { SelectField } from '../ui/SelectField.tsx';
import { TextField } from '../ui/TextField.tsx';

interface LinkFormProps {
  values: LinkValues;
  /** An existing link keeps its code, which may be printed. */
  isNew: boolean;
  action: string;
  isPending: boolean;
  error: unknown;
  /** Gets the link in the form, its code, and the fields that were changed. */
  onSubmit: (link: Omit<NewLink, 'code'>, code: string, change: LinkChange) => void;
  children?: ReactNode;
}

function codeProblem(error: unknown): string | null {
  if (error instanceof Problem && error.code === 'code_taken') return 'This code is taken. Choose another one.';
  return fieldProblem(error, 'code');
}

export function LinkForm({ values: first, isNew, action, isPending, error, onSubmit, children }: LinkFormProps) {
  const [before] = useState(first);
  const { app, role } = useCurrentApp();
  const [values, setValues] = useDraft(`${role} ${app.id} link ${first.code}`, first);
  const [hasBadData, setHasBadData] = useState(false);
  const [isMoreOpen, setMoreOpen] = useState(() => FOLDED_FIELDS.some((name) => first[name] !== ''));
  const hasProblemBelow =
    hasBadData || [...FOLDED_FIELDS, 'fallbacks'].some((name) => fieldProblem(error, name) !== null);

  const field = (name: keyof LinkValues, wireName: string = name) => ({
    value: values[name],
    onChange: (value: string) => setValues({ ...values, [name]: value }),
    problem: fieldProblem(error, wireName),
  });

  const submit = () => {
    const link = linkFromValues(values, app.timeZone);
    setHasBadData(link === null);
    if (link) onSubmit(link, values.code.trim(), changedFields(linkFromValues(before, app.timeZone) ?? {}, link));
  };

  return (
    <div className="link-form">
      <Form error={hasBadData || error} onSubmit={submit}>
        <TextField
          label="Destination"
          required
          {...field('destination')}
          placeholder="/product/42"
          hint="The screen to open: a path, a web address, or a link with the app’s own scheme."
        />
        <TextField
          label="Title"
          isOptional
          {...field('title')}
          placeholder="Autumn sale"
          hint="Visitors see it on the landing page and in previews."
        />
        <CampaignFields field={field} />
        {isNew && (
          <TextField
            label="Code"
            isOptional
            {...field('code')}
            problem={codeProblem(error)}
            placeholder="autumn"
            hint={
              values.code.trim() === ''
                ? 'The end of the short link. Leave it empty to get a random one.'
                : `The short link will be ${app.hosts[0] ?? window.location.host}/${values.code.trim()}`
            }
          />
        )}
        <details
          className="more"
          open={isMoreOpen || hasProblemBelow}
          onToggle={(event) => setMoreOpen(event.currentTarget.open)}
        >
          <summary>More: name, tags, preview, data, fallbacks, expiry</summary>
          <div className="more-fields">
            <TextField
              label="Internal name"
              isOptional
              {...field('name')}
              placeholder="Ana, story of 3 December"
              hint="What your team calls the link. Visitors never see it."
            />
            <TextField
              label="Tags"
              isOptional
              {...field('tags')}
              placeholder="paid, winter"
              hint="Separated by commas."
            />
            <TextField label="Description" isOptional {...field('description')} hint="In previews, below the title." />
            <TextField
              label="Image"
              isOptional
              type="url"
              {...field('imageUrl')}
              placeholder="https://example.com/autumn.png"
              hint="In previews."
            />
            <AreaField
              label="Data"
              {...field('data')}
              problem={
                hasBadData ? 'This is not a JSON object, such as {"invitedBy": "Ada"}.' : fieldProblem(error, 'data')
              }
              rows={4}
              placeholder={'{ "invitedBy": "Ada" }'}
              hint="A JSON object that the app receives with the link."
            />
            <TextField
              label="Without the app, on iOS"
              isOptional
              type="url"
              {...field('ios', 'fallbacks.ios')}
              placeholder="https://example.com"
              hint="Instead of the App Store."
            />
            <TextField
              label="Without the app, on Android"
              isOptional
              type="url"
              {...field('android', 'fallbacks.android')}
              placeholder="https://example.com"
              hint="Instead of Google Play."
            />
            <TextField
              label="On a desktop"
              isOptional
              type="url"
              {...field('desktop', 'fallbacks.desktop')}
              placeholder="https://example.com"
              hint="Instead of the landing page with its QR code."
            />
            <SelectField
              label="Android phones get"
              options={{ '': 'The app’s setting', ...LANDING_NAMES }}
              {...field('landing')}
            />
            <TextField
              label="Page in the App Store"
              isOptional
              {...field('iosListing')}
              placeholder="45812c9b-c296-43d3-c6a0-c5a02f74bf6e"
              hint="The ppid of one of your custom product pages."
            />
            <TextField
              label="Page in Google Play"
              isOptional
              {...field('androidListing')}
              placeholder="autumn"
              hint="The listing parameter of one of your custom store listings."
            />
            <TextField
              label="Expires"
              isOptional
              type="datetime-local"
              {...field('expiresAt')}
              hint={`In ${app.timeZone}, the app’s time zone. After this, the link stops working.`}
            />
            <TextField
              label="Afterwards"
              isOptional
              type="url"
              {...field('afterwards')}
              placeholder="https://example.com"
              hint="Where people go once the link has expired or is disabled."
            />
          </div>
        </details>
        <FormEnd error={codeProblem(error) === null && error} fields={[...LINK_FIELDS, 'fallbacks']}>
          <button type="submit" className="button" disabled={isPending}>
            {isPending ? 'Saving…' : action}
          </button>
          {children}
        </FormEnd>
      </Form>
      <LinkPreview app={app} values={values} />
    </div>
  );
}
