package tasks_test

import (
	"fmt"

	"mdck/mdcheckpoint/loop/tasks"
)

func ExampleParse() {
	plan, err := tasks.Parse("plan.md", "- [x] write the parser\n- [ ] run the fuzzer\n")
	fmt.Println(len(plan.Tasks()), err)
	// Output:
	// 2 <nil>
}
