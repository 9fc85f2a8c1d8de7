import { SuggestingField } from './SuggestingField.tsx';

interface CampaignFieldsProps {
  /** The props of a field. */
  field: (name: 'campaign' | 'source' | 'medium') => {
    value: string;
    onChange: (value: string) => void;
    problem: string | null;
  };
}

/** Where a link is published; statistics are grouped by these. */
export function CampaignFields({ field }: CampaignFieldsProps) {
  return (
    <div className="field">
      <div className="field-trio">
        <SuggestingField by="campaign" label="Campaign" isOptional {...field('campaign')} placeholder="xmas26" />
        <SuggestingField by="source" label="Source" isOptional {...field('source')} placeholder="instagram" />
        <SuggestingField by="medium" label="Medium" isOptional {...field('medium')} placeholder="influencer" />
      </div>
      <p className="hint">Left empty, they come from utm_… in the destination.</p>
    </div>
  );
}
