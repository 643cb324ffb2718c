package compare_test

import (
	"fmt"

	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/ohrfc/compare"
)

func ExampleCheckpoints() {
	const text = "# Checkpoint: rfc-1\n\n## DISCOVER Exit\n\n### Scan Insights\n- the store has one writer\n"
	before, err := ohrfc.ParseCheckpoint("checkpoint.md", text)
	if err != nil {
		fmt.Println(err)
		return
	}
	after, err := ohrfc.ParseCheckpoint("checkpoint.md", text+"- the cache is per process\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(compare.Checkpoints(before, before).Differs(), compare.Checkpoints(before, after).Differs())
	// Output:
	// false true
}
