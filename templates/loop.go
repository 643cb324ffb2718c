package templates

import _ "embed"

//go:embed loop/plan.md
var trackPlan string

//go:embed loop/spec.md
var trackSpec string

// Track returns the plan and the specification of a new track of the protocol loop, with
// {title} to fill in.
func Track() (plan, spec string) { return trackPlan, trackSpec }
