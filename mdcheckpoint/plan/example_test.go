package plan_test

import (
	"fmt"
	"testing/fstest"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/plan"
)

func ExampleRestart() {
	tree := fstest.MapFS{".planning/phases/01-parser/01-01-PLAN.md": {Data: []byte("---\nphase: 01-parser\nplan: 01\n---\n\n<tasks>\n<task type=\"auto\"><name>write it</name></task>\n</tasks>\n")}}
	sequence := plan.Restart(bootstrap.Input{Tree: tree, Path: ".planning/phases"})
	fmt.Println(sequence.Protocol, len(sequence.Steps) > 0)
	// Output:
	// plan true
}
