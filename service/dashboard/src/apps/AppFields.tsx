import { useState } from 'react';
import { fieldProblem } from '../ui/problems.ts';
import { AreaField } from '../ui/AreaField.tsx';
import {
  CERTIFICATES_NAMES,
  DEVICE_REPORT_NAMES,
  PATH_LINKS_NAMES,
  REVENUE_FROM_NAMES,
  SHARED_TITLES_NAMES,
  VALUE_NAMES,
  type AppValues,
} from './appValues.ts';
import { SelectField } from '../ui/SelectField.tsx';
import { TextField } from '../ui/TextField.tsx';

interface AppFieldsProps {
  values: AppValues;
  onChange: (values: AppValues) => void;
  error: unknown;
  /** Whether all fields but the first two are folded away at first. */
  isNew?: boolean;
  /** The field that the address asks for. */
  focused?: string | null;
}

export function AppFields({ values, onChange, error, isNew = false, focused = null }: AppFieldsProps) {
  const field = (name: keyof AppValues) => ({
    value: values[name],
    onChange: (value: string) => onChange({ ...values, [name]: value }),
    problem: fieldProblem(error, name),
    autoFocus: name === focused,
  });
  const [isOpen, setOpen] = useState(false);
  const hasProblemBelow = VALUE_NAMES.some(
    (name) => name !== 'name' && name !== 'hosts' && fieldProblem(error, name) !== null
  );
  const rest = (
    <>
      <div className="field-pair">
        <TextField
          label="iOS app id"
          isOptional
          {...field('iosAppId')}
          placeholder="TEAMID1234.com.example.app"
          hint="Team id, a dot, bundle id."
        />
        <TextField
          label="App Store id"
          isOptional
          inputMode="numeric"
          {...field('appStoreId')}
          placeholder="1234567890"
          hint="The digits after “id” in the app’s App Store address."
        />
      </div>
      <TextField
        label="App Store provider id"
        isOptional
        inputMode="numeric"
        {...field('appStoreProviderId')}
        placeholder="118000000"
        hint="With it, App Store Connect counts each link as a campaign. It is the “pt” in a campaign link under Analytics."
      />
      <div className="field-pair">
        <TextField
          label="Android package"
          isOptional
          {...field('androidPackage')}
          placeholder="com.example.app"
          hint="The applicationId of the Android app."
        />
        <TextField
          label="Scheme"
          isOptional
          {...field('scheme')}
          placeholder="myapp"
          hint="The landing page uses it to open the app if it is installed."
        />
      </div>
      <AreaField
        label="SHA-256 of the Android certificates"
        {...field('androidSha256')}
        rows={2}
        placeholder="AA:BB:CC:…"
        hint="One per line, from Play Console under App integrity, App signing."
      />
      <SelectField label="Android certificates" options={CERTIFICATES_NAMES} {...field('androidCertificates')} />
      <SelectField
        label="Path links"
        options={PATH_LINKS_NAMES}
        {...field('pathLinks')}
        hint="With path links, https://go.example.com/product/42 opens that screen of your app, and nobody has to create the link first. Opens by an installed app are counted for paths of one segment only."
      />
      <AreaField
        label="Paths that are not links"
        {...field('noLinks')}
        rows={2}
        placeholder="/blog/*"
        hint="One per line. * stands for any characters, ? for one."
      />
      <SelectField
        label="Headline of shared links"
        options={SHARED_TITLES_NAMES}
        {...field('sharedTitles')}
        hint="What the landing page and previews say about a link that somebody shares from the app. Anybody with the app can write such a title."
      />
      <div className="field-pair">
        <TextField
          label="Time zone of reports"
          required
          {...field('timeZone')}
          placeholder="Europe/Vienna"
          hint="Days in reports begin and end in it. A new one counts from the next day on; earlier days stay as they are."
        />
        <TextField
          label="Main currency"
          isOptional
          {...field('mainCurrency')}
          maxLength={3}
          placeholder="EUR"
          hint="Reports show it first and sort by it. Left empty, it is the one with the most revenue."
        />
      </div>
      <TextField
        label="Attribution days"
        type="number"
        min={1}
        max={365}
        required
        {...field('attributionDays')}
        hint="How many days after an install or open a purchase still counts for the link."
      />
      <SelectField
        label="Who reports revenue"
        options={REVENUE_FROM_NAMES}
        {...field('revenueFrom')}
        hint="If your server sends purchases and refunds, choose it here. Amounts from phones then no longer count, so nothing is counted twice."
      />
      <AreaField
        label="Largest amounts"
        {...field('maxAmounts')}
        rows={2}
        placeholder="EUR=5000"
        hint="One currency per line. A larger amount from a phone isn’t counted, since anybody can send one. Without a line, the limit is 10,000 for a currency such as EUR."
      />
      <SelectField
        label="Landing page’s device report"
        options={DEVICE_REPORT_NAMES}
        {...field('deviceReport')}
        hint="When the page sends the browser’s screen, time zone and, on Android, model. Without them, fewer installs are matched."
      />
    </>
  );
  return (
    <>
      <TextField label="Name" required {...field('name')} placeholder="My App" />
      <AreaField
        label="Link hosts"
        {...field('hosts')}
        rows={2}
        placeholder="go.example.com"
        hint="One per line, without https://. New links use the first one. On your own machine, links work without a host."
      />
      {isNew ? (
        <details
          className="more"
          open={isOpen || hasProblemBelow}
          onToggle={(event) => setOpen(event.currentTarget.open)}
        >
          <summary>More: stores, certificates, scheme, time zone, currency</summary>
          <div className="more-fields">{rest}</div>
        </details>
      ) : (
        rest
      )}
    </>
  );
}
