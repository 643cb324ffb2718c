package config

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/yamldoc"
)

// PreCommitFile is the configuration of the program pre-commit, at the root of a repository.
const PreCommitFile = ".pre-commit-config.yaml"

const preCommitEntry = `- repo: local
  hooks:
    - id: mdck
      name: mdck lint
      entry: mdck lint --staged
      language: system
      pass_filenames: false
      always_run: true
`

// AddPreCommit returns text, the contents of [PreCommitFile], with mdck's hook.
func AddPreCommit(text string) (string, error) {
	doc, err := yamldoc.Parse(PreCommitFile, text)
	if err != nil || hasHook(doc.Root.Get("repos")) {
		return text, err
	}
	after, err := addEntry(doc, "repos", preCommitEntry)
	if err != nil {
		return text, err
	}
	_, err = yamldoc.Parse(PreCommitFile, after)
	return after, err
}

func hasHook(repos *jsondoc.Value) bool {
	return slices.ContainsFunc(repos.List(), func(repo *jsondoc.Value) bool {
		return slices.ContainsFunc(repo.Get("hooks").List(), func(hook *jsondoc.Value) bool {
			id, _ := hook.Get("id").Str()
			return id == "mdck" || strings.HasPrefix(id, "mdck-")
		})
	})
}
