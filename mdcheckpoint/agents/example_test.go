package agents_test

import (
	"fmt"
	"time"

	"mdck/mdcheckpoint/agents"
)

func ExampleCheckpoint_Beat() {
	c, err := agents.Parse("agent_checkpoints/secondary_a.json", `{
  "agent_id": "Secondary-A",
  "last_checkpoint": "2026-01-15T14:30:00Z",
  "next_checkpoint_expected": "N/A",
  "completed_steps": ["Read the guide"],
  "next_steps": ["Write the criteria", "Ask the questions"]
}
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	now := time.Date(2026, 1, 15, 15, 0, 0, 0, time.UTC)
	fmt.Println(c.Age(now).Minutes, c.Age(now).Class)
	change, err := c.Beat(agents.Beat{Done: []string{"Write the criteria"}}, now)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(change.Text)
	// Output:
	// 30 active
	// {
	//   "agent_id": "Secondary-A",
	//   "last_checkpoint": "2026-01-15T15:00:00Z",
	//   "next_checkpoint_expected": "2026-01-15T15:15:00Z",
	//   "completed_steps": ["Read the guide", "Write the criteria"],
	//   "next_steps": ["Ask the questions"]
	// }
}
