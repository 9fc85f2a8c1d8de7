import { useState } from 'react';
import { useDraft } from '../session/useDraft.ts';
import { changedFields } from '../ui/changedFields.ts';
import { Field } from '../ui/Field.tsx';
import { Form } from '../ui/Form.tsx';
import { FormEnd } from '../ui/FormEnd.tsx';
import { Notice } from '../ui/Notice.tsx';
import { fieldProblem } from '../ui/problems.ts';
import { SelectField } from '../ui/SelectField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { IconField } from './IconField.tsx';
import { LandingPreview } from '../apps/LandingPreview.tsx';
import {
  IOS_BUTTON_NAMES,
  LANDING_FIELDS,
  LANDING_NAMES,
  landingValuesOf,
  withText,
  type LandingValues,
  type TextName,
} from '../apps/landingValues.ts';
import { useChangeApp, type App } from '../apps/requests.ts';

const TEXTS: readonly [TextName, string, string, number][] = [
  ['headline', 'Headline', 'Shown if a link has no title. {app} becomes the app’s name.', 80],
  ['text', 'Text', 'Below the headline.', 200],
  ['getButton', 'Store button', 'Leads to the store.', 40],
  ['openButton', 'Open link', 'Opens the app if it is installed. It needs the app’s scheme.', 40],
];

/** A browser's colour field always has a colour. Where none is set, we cross it out. */
const UNSET = '#ffffff';

interface ColourFieldProps {
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
  problem: string | null;
  hint: string;
}

function ColourField({ label, value, onChange, ...rest }: ColourFieldProps) {
  return (
    <Field label={label} isOptional {...rest}>
      {(control) => (
        <div className="colour-field">
          <input
            {...control}
            type="text"
            autoComplete="off"
            spellCheck={false}
            placeholder="not set"
            value={value ?? ''}
            onChange={(event) => onChange(event.target.value.trim() || null)}
          />
          <input
            type="color"
            aria-label={`Choose: ${label}`}
            data-unset={value === null}
            value={/^#[0-9a-f]{6}$/i.test(value ?? '') ? (value ?? '') : UNSET}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
      )}
    </Field>
  );
}

/** What the landing page looks like, beside a preview of it. */
export function LandingForm({ app }: { app: App }) {
  const [first, setFirst] = useState(() => landingValuesOf(app));
  const [values, setValues] = useDraft<LandingValues>(`admin ${app.id} landing`, first);
  const [language, setLanguage] = useState('en');
  const change = useChangeApp(app.id);
  const { error } = change;
  const save = () => change.mutate(changedFields(first, values), { onSuccess: () => setFirst(values) });
  const own = Object.keys(values.texts);
  return (
    <div className="landing-form">
      <Form error={error} onSubmit={save}>
        <IconField app={app} />
        <div className="field-pair">
          <ColourField
            label="Accent"
            value={values.accent}
            onChange={(accent) => setValues({ ...values, accent })}
            problem={fieldProblem(error, 'accent')}
            hint="The main button."
          />
          <ColourField
            label="Background"
            value={values.background}
            onChange={(background) => setValues({ ...values, background })}
            problem={fieldProblem(error, 'background')}
            hint="The page behind everything."
          />
        </div>
        <SelectField
          label="Android phones get"
          options={LANDING_NAMES}
          value={values.landing}
          onChange={(landing) => setValues({ ...values, landing: landing as App['landing'] })}
          hint="iPhones always get the page, because copying the link takes a tap. A link can have its own setting."
        />
        <SelectField
          label="On an iPhone, the button"
          options={IOS_BUTTON_NAMES}
          value={values.iosButton}
          onChange={(iosButton) => setValues({ ...values, iosButton: iosButton as App['iosButton'] })}
          hint="A copied link is always matched. Without one, the fingerprint has to match."
        />
        <TextField
          label="Language"
          value={language}
          onChange={(changed) => setLanguage(changed.trim())}
          problem={fieldProblem(error, 'texts')}
          hint={`Such as de, pt-BR or sv. Fifteen are built in.${own.length > 0 ? ` You have texts for ${own.join(', ')}.` : ''}`}
        />
        {TEXTS.map(([name, label, hint, maxLength]) => (
          <TextField
            key={name}
            label={label}
            isOptional
            maxLength={maxLength}
            dir="auto"
            lang={language}
            placeholder={name === 'getButton' ? `Get ${app.name}` : undefined}
            hint={hint}
            value={values.texts[language]?.[name] ?? ''}
            onChange={(text) => setValues(withText(values, language, name, text))}
          />
        ))}
        {change.isSuccess && <Notice tone="good">Saved.</Notice>}
        <FormEnd error={error} fields={LANDING_FIELDS}>
          <button type="submit" className="button" disabled={change.isPending}>
            {change.isPending ? 'Publishing…' : 'Publish the page'}
          </button>
        </FormEnd>
      </Form>
      <LandingPreview app={app} values={values} language={language} />
    </div>
  );
}
