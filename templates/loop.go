package templates

import _ "embed"

//go:embed loop/plan.md
var trackPlan string

//go:embed loop/spec.md
var trackSpec string

//go:embed loop/metadata.json
var trackMetadata string

// Track returns the files of a new track of the protocol loop: the plan and the specification with
// the placeholder {title}, and the metadata with {id}, {name}, {type} and {now}, which must be
// replaced by JSON-encoded values.
func Track() (plan, spec, metadata string) { return trackPlan, trackSpec, trackMetadata }
