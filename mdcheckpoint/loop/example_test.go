package loop_test

import (
	"fmt"
	"time"

	"mdck/mdcheckpoint/loop"
)

func ExampleTrack_Change() {
	m, err := loop.Parse(loop.MetadataFile, `{"loop_state": {"current_step": "EVALUATE_PLAN", "step_status": "IN_PROGRESS",
  "checkpoints": {"EVALUATE_PLAN": {"status": "IN_PROGRESS", "started_at": "2026-02-13T12:00:00Z", "completed_at": null, "agent": "me"}}}}
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	track := &loop.Track{Metadata: m}
	change, err := track.Change(loop.Request{Verb: "pass"}, time.Date(2026, 2, 13, 13, 0, 0, 0, time.UTC))
	if err != nil {
		fmt.Println(err)
		return
	}
	after := change.Files[0].After
	fmt.Print(after)
	track.Metadata, err = loop.Parse(loop.MetadataFile, after)
	if err != nil {
		fmt.Println(err)
		return
	}
	next, err := track.Resume()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(next.Action, next.To)
	// Output:
	// {"loop_state": {"current_step": "EVALUATE_PLAN", "step_status": "PASSED",
	//   "checkpoints": {"EVALUATE_PLAN": {"status": "PASSED", "started_at": "2026-02-13T12:00:00Z", "completed_at": "2026-02-13T13:00:00Z", "agent": "me", "last_updated": "2026-02-13T13:00:00Z"}}}}
	// move EXECUTE
}
