//go:build integration

package integration

import "testing"

func TestGuideWorkflow(t *testing.T) {
	workflow := "on: push\n" + block(t, "pre-commit.md", "GitHub Actions", "yaml", "jobs:")
	out, talk, status := program(t, repository(t), workflow, "go", "tool", "-modfile=.ci/tools/go.mod", "actionlint", "-")
	if status != 0 {
		t.Errorf("actionlint: status %d: %s%s", status, out, talk)
	}
}
