package report

import (
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/tree"
	"mdck/lint"
	"mdck/mdcheckpoint/source"
)

// A Run describes a run of mdck without its findings.
type Run struct {
	Dir     string       // absolute directory of relative paths
	Root    string       // absolute directory of paths in fingerprints, or ""
	Version string       // of mdck, such as v1.2.0
	Rules   lint.RuleSet // in the order of the log
	Faults  []string     // messages about failures
	Notes   []string
}

// SARIF prints the findings as a log of SARIF 2.1.0. Columns are in UTF-16 code units.
func SARIF(w io.Writer, files []File, run Run) error {
	s := &sarif{run: run, ruler: rulers(), seen: fingerprints{}, results: []sarifResult{}}
	used := map[string]bool{}
	for _, f := range files {
		for _, d := range f.listed() {
			used[d.Rule.ID] = true
		}
	}
	s.rules = slices.DeleteFunc(slices.Clone(run.Rules), func(r *lint.Rule) bool { return !used[r.ID] })
	driver, err := s.driver()
	if err != nil {
		return err
	}
	for _, f := range files {
		for _, d := range f.listed() {
			s.add(&f, d)
		}
	}
	return Indented(w, sarifLog{
		Schema: sarifSchema, Version: "2.1.0",
		Runs: []sarifRun{{
			Tool: sarifTool{driver}, Invocations: []sarifInvocation{s.invocation()},
			ColumnKind: "utf16CodeUnits", Results: s.results,
		}},
	})
}

type sarif struct {
	run     Run
	ruler   func(*source.File) *Ruler
	seen    fingerprints
	rules   []*lint.Rule
	results []sarifResult
}

func (s *sarif) add(f *File, d *lint.Diagnostic) {
	s.results = append(s.results, sarifResult{
		RuleID: d.Rule.ID, RuleIndex: slices.IndexFunc(s.rules, func(r *lint.Rule) bool { return r.ID == d.Rule.ID }), Level: d.Severity.String(),
		Message:      sarifText{d.Message},
		Locations:    []sarifLocation{{sarifPhysical{s.artifact(f, d.Path), s.region(d.File, d.Span)}}},
		Fingerprints: map[string]string{fingerprintKey: s.seen.of(s.fingerprintPath(f, d), d)},
	})
}

// fingerprintPath returns the path of d from the root of the run, because the current directory may
// differ.
func (s *sarif) fingerprintPath(f *File, d *lint.Diagnostic) string {
	if f.Disk != nil && s.run.Root != "" {
		if slash, ok := tree.Within(s.run.Root, f.Disk(d.Path)); ok {
			return slash
		}
	}
	return d.Path
}

func (s *sarif) artifact(f *File, path string) sarifArtifact {
	if f.Disk == nil {
		return sarifArtifact{URI: reference(f.Shown(path))}
	}
	disk := f.Disk(path)
	if rel, ok := tree.Within(s.run.Dir, disk); ok {
		return sarifArtifact{URI: reference(rel), Base: "%SRCROOT%"}
	}
	slash := filepath.ToSlash(disk)
	if !strings.HasPrefix(slash, "/") { // such as C:/x
		slash = "/" + slash
	}
	return sarifArtifact{URI: "file://" + (&url.URL{Path: slash}).EscapedPath()}
}

func reference(path string) string { return (&url.URL{Path: path}).String() }

func (s *sarif) region(file *source.File, span source.Span) sarifRegion {
	r := sarifRegion{Offset: span.Start, Length: span.Len()}
	if file != nil {
		r.Line, r.Column = s.ruler(file).place(span.Start)
		r.EndLine, r.EndColumn = s.ruler(file).place(span.End)
	}
	return r
}

func (s *sarif) invocation() sarifInvocation {
	v := sarifInvocation{Successful: len(s.run.Faults) == 0}
	for _, fault := range s.run.Faults {
		v.Notifications = append(v.Notifications, sarifNotification{"error", sarifText{fault}})
	}
	for _, note := range s.run.Notes {
		v.Notifications = append(v.Notifications, sarifNotification{"note", sarifText{note}})
	}
	return v
}
