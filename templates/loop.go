package templates

import _ "embed"

//go:embed loop/plan.md
var trackPlan string

//go:embed loop/spec.md
var trackSpec string

//go:embed loop/metadata.json
var trackMetadata string

// Track returns the plan and the specification of a new track of the protocol loop, with
// {title} to fill in, and its metadata, with {id}, {name}, {type} and {now}, as JSON spells them.
func Track() (plan, spec, metadata string) { return trackPlan, trackSpec, trackMetadata }
