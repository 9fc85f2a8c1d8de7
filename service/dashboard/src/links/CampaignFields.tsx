import { TextField } from '../ui/TextField.tsx';

interface CampaignFieldsProps {
  /** What a field of the form has, and what changes it. */
  field: (name: 'campaign' | 'source' | 'medium') => {
    value: string;
    onChange: (value: string) => void;
    problem: string | null;
  };
}

/** Where a link is published, as statistics tell links apart. */
export function CampaignFields({ field }: CampaignFieldsProps) {
  return (
    <div className="field-trio">
      <TextField label="Campaign" isOptional {...field('campaign')} placeholder="xmas26" />
      <TextField label="Source" isOptional {...field('source')} placeholder="instagram" />
      <TextField label="Medium" isOptional {...field('medium')} placeholder="influencer" />
    </div>
  );
}
