package planfile_test

import (
	"fmt"

	"mdck/mdcheckpoint/plan/planfile"
)

func Example() {
	p, err := planfile.Parse("03-06-PLAN.md", `<task type="checkpoint:human-verify" gate="blocking">
  <what-built>The dashboard</what-built>
  <how-to-verify>Run `+"`npm run dev`"+` and look</how-to-verify>
  <resume-signal>Type "approved"</resume-signal>
</task>
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range p.Check() {
		fmt.Println(p.File.Position(f.Span.Start), f.Class, f.Message)
	}
	gate := p.Gates()[0]
	answer, _ := planfile.Judge(&gate, "Approved")
	fmt.Println(answer.Verdict.Passes())
	// Output:
	// 03-06-PLAN.md:1:1 front-matter no front matter; expected a line --- and keys such as "wave" and "autonomous"
	// 03-06-PLAN.md:3:18 automation-first "Run `npm run dev`" asks a person to run a command, but the agent can run it
	// true
}
