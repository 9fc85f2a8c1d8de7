interface Props {
  title: string;
  text: string;
  action?: { label: string; run: () => void };
}

export function WebPage({ title, text, action }: Props) {
  return (
    <div className="web-page">
      <h3>{title}</h3>
      <p>{text}</p>
      {action ? (
        <button type="button" className="button" onClick={action.run}>
          {action.label}
        </button>
      ) : null}
    </div>
  );
}
