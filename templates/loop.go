package templates

import _ "embed"

//go:embed loop/plan.md
var trackPlan string

//go:embed loop/spec.md
var trackSpec string

//go:embed loop/metadata.json
var trackMetadata string

// Track returns the files of a new track of the protocol loop. The plan and the specification have
// the placeholder {title}. The metadata has {id}, {name}, {type} and {now}; replace these with JSON
// values.
func Track() (plan, spec, metadata string) { return trackPlan, trackSpec, trackMetadata }
