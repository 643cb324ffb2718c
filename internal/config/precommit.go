package config

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/yamldoc"
)

// PreCommitFile is the configuration of the program pre-commit, at the root of a repository.
const PreCommitFile = ".pre-commit-config.yaml"

// preCommitEntry is the entry for mdck's hook in that file, without indent.
const preCommitEntry = `- repo: local
  hooks:
    - id: mdck
      name: mdck lint
      entry: mdck lint --staged
      language: system
      pass_filenames: false
      always_run: true
`

// AddPreCommit returns text, the contents of [PreCommitFile], with mdck's hook after the others. If
// text has the hook, it stays the same.
func AddPreCommit(text string) (string, error) {
	doc, err := yamldoc.Parse(PreCommitFile, text)
	if err != nil || hasHook(doc.Root.Get("repos")) {
		return text, err
	}
	at, indent, head := len(text), "  ", "repos:\n"
	if repos := doc.Root.Get("repos"); repos != nil {
		if repos.Kind != jsondoc.Array || len(repos.Elements) == 0 || text[repos.Span.Start] == '[' {
			return text, doc.File.Errorf(repos.Span.Start, "repos is not a block list, so no entry can be added")
		}
		line, _, _ := strings.Cut(text[strings.LastIndexByte(text[:repos.Elements[0].Span.Start], '\n')+1:], "-")
		at, indent, head = endOfLine(text, repos.Span.End), line, ""
	}
	entry := indent + strings.ReplaceAll(strings.TrimSuffix(preCommitEntry, "\n"), "\n", "\n"+indent) + "\n"
	after := text[:at] + linesAfter(text[:at], head+entry) + text[at:]
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
