import { CopyButton } from '../ui/CopyButton.tsx';

interface SecretViewProps {
  name: string;
  note: string;
  secret: string;
}

/** A key, shown once. */
export function SecretView({ name, note, secret }: SecretViewProps) {
  return (
    <div className="secret">
      <div>
        <dt>{name}</dt>
        <dd className="hint">{note}</dd>
      </div>
      <dd className="secret-value">
        <code>{secret}</code>
        <CopyButton text={secret} what={name} />
      </dd>
    </div>
  );
}
