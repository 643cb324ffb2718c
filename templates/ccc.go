package templates

import _ "embed"

//go:embed ccc/progress-p.md
var progressP string

//go:embed ccc/progress-e.md
var progressE string

// Progress is a new progress file of the protocol ccc, of shape P or E, with
// {issue}, {session} and {mode} to fill in.
func Progress(shape string) string {
	if shape == "E" {
		return progressE
	}
	return progressP
}
