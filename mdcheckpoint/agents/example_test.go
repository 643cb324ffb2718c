package agents_test

import (
	"fmt"
	"time"

	"mdck/mdcheckpoint/agents"
)

func ExampleCheckpoint_Age() {
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
	age := c.Age(time.Date(2026, 1, 15, 15, 0, 0, 0, time.UTC))
	fmt.Println(age.Minutes, age.Class, len(c.Next()))
	// Output:
	// 30 active 2
}
