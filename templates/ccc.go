package templates

import _ "embed"

//go:embed ccc/progress-p.md
var progressP string

//go:embed ccc/progress-e.md
var progressE string

// Progress returns the text of a new progress file. shape is P or E. The placeholders are {issue},
// {session} and {mode}.
func Progress(shape string) string {
	if shape == "E" {
		return progressE
	}
	return progressP
}
