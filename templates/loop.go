package templates

import _ "embed"

//go:embed loop/plan.md
var trackPlan string

//go:embed loop/spec.md
var trackSpec string

//go:embed loop/metadata.json
var trackMetadata string

// Track returns the files of a new track. Replace {title} and, in the metadata, {id}, {name}, {type}
// and {now}, there by JSON values.
func Track() (plan, spec, metadata string) { return trackPlan, trackSpec, trackMetadata }
