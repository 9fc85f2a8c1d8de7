import { Panel } from '../../../service/dashboard/src/ui/Panel.tsx';
import { stories } from '../state/stories';
import { stepsDone } from '../state/stepsDone';
import type { Story } from '../state/Story';
import { CopyAddress } from './CopyAddress';
import type { Lab } from './useLab';
import type { People } from './usePeople';

interface Props {
  lab: Lab;
  people: People;
}

function StoryList({ onChoose }: { onChoose: (story: Story) => void }) {
  return (
    <ol className="stories">
      {stories.map((story) => (
        <li key={story.id}>
          <button type="button" className="story" onClick={() => onChoose(story)}>
            <strong>{story.title}</strong>
            <span>{story.lesson}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

/** Things to try. One click sets up both phones for a story, and its next step is always marked. */
export function StoriesPanel({ lab, people: { people, choose } }: Props) {
  const { story } = people;
  if (!story) {
    return (
      <Panel className="try" title="Try a story">
        <StoryList onChoose={choose} />
      </Panel>
    );
  }
  const done = stepsDone(story, lab.state, people);
  const isOver = done === story.steps.length;
  return (
    <Panel
      className="try"
      title={story.title}
      aside={
        <button type="button" className="button quiet" onClick={() => choose(null)}>
          All stories
        </button>
      }
    >
      <ol className="story-steps">
        {story.steps.map(({ text }, index) => (
          <li key={text} data-done={index < done} aria-current={index === done ? 'step' : undefined}>
            {text}
            {index < done ? <span className="visually-hidden"> Done.</span> : null}
          </li>
        ))}
      </ol>
      <p className="lesson" role="status" data-over={isOver}>
        {isOver ? story.lesson : null}
      </p>
      <CopyAddress key={story.id} story={story} />
    </Panel>
  );
}
