import { CopyButton } from '../ui/CopyButton.tsx';

interface SecretViewProps {
  name: string;
  note: string;
  secret: string;
}

/** A key, a secret or an address with one, shown once. */
export function SecretView({ name, note, secret }: SecretViewProps) {
  return (
    <div className="secret">
      <p>
        <strong>{name}</strong>
      </p>
      <p className="hint">{note}</p>
      <p className="secret-value">
        <code>{secret}</code>
        <CopyButton text={secret} what={name} />
      </p>
    </div>
  );
}
