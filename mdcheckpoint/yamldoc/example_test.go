package yamldoc_test

import (
	"fmt"

	"mdck/mdcheckpoint/yamldoc"
)

func ExampleParse() {
	doc, err := yamldoc.Parse("x.yaml", "budgets:\n  lines: 120\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	lines := doc.Root.Get("budgets", "lines")
	fmt.Println(doc.File.Slice(lines.Span), doc.File.Position(lines.Span.Start))
	// Output:
	// 120 x.yaml:2:10
}
