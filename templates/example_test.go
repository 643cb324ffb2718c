package templates_test

import (
	"fmt"

	"mdck/templates"
)

func ExampleQuestions() {
	fmt.Println(len(templates.Questions("discover", "scan-insights")) > 0, templates.Questions("discover", "unknown") == nil)
	// Output:
	// true true
}
