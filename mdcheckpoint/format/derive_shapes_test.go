package format

import (
	"slices"
	"strings"
	"testing"
)

// shapes are files as projects have them, and what is proposed of their titles: that of
// the file first, then those of the sections, ? behind an optional one, a number for
// keep, ^ where the newest stands first, and those within in brackets.
// Sources: keepachangelog.com, the changelogs of release-please and of goreleaser, the
// records of adr-tools, and files as agents are told to keep them.
func shapes() []struct {
	name, want string
	texts      []string
} {
	return []struct {
		name, want string
		texts      []string
	}{
		{"keep a changelog", "Changelog | [Unreleased]? | [{RELEASE}^ [Added?]", []string{
			"# Changelog\n\n## [Unreleased]\n\n### Added\n\n- x\n\n## [1.2.0] - 2026-01-02\n\n### Added\n\n- a\n\n### Fixed\n\n- b\n\n## [1.1.0] - 2025-12-02\n\n### Added\n\n- c\n\n## [1.0.0] - 2025-11-02\n\n- first\n",
		}},
		{"its first release", "Changelog | [{RELEASE} [Added]", []string{"# Changelog\n\n## [1.0.0] - 2026-01-02\n\n### Added\n\n- a\n"}},
		{"release-please", "Changelog | [{RELEASE}^", []string{
			"# Changelog\n\n## [1.10.0](https://e.org/v1.9.0...v1.10.0) (2026-02-01)\n\n### Features\n\n* x\n\n## [1.9.0](https://e.org/v1.8.0...v1.9.0) (2026-02-01)\n\n### Bug Fixes\n\n* y\n",
		}},
		{"versions", "Changelog | v{RELEASE}^", []string{"# Changelog\n\n## v0.10.0\n\n- a\n\n## v0.9.1\n\n- b\n\n## v0.9.0\n\nFirst.\n"}},
		{"versions alone", " | {RELEASE}^", []string{"## 2.0.0\n\n- a\n\n## 1.9.1 - 2026-01-02\n\n- b\n"}},
		{"numbered sections are no releases", "Design | 1.1 Goals | 1.2 Scope", []string{"# Design\n\n## 1.1 Goals\n\nx\n\n## 1.2 Scope\n\ny\n"}},
		{"releases and what is none", "Log", []string{"# Log\n\n## Status\n\nx\n\n## Status\n\ny\n\n## 2.0.0\n\na\n\n## 1.0.0\n\nb\n"}},
		{"a journal by days", "Journal | {DATE}", []string{"# Journal\n\n## 2026-01-02\n\n- a\n\n## 2026-01-03\n\nb\n\n## 2026-01-05\n\nc\n"}},
		{"a journal of one day", "Journal | {DATE}", []string{"# Journal\n\n## 2026-01-02\n\n- a\n"}},
		{"a journal with subjects", "Journal | {DAY}^", []string{"# Journal\n\n## 2026-01-05\n\n- a\n\n## 2026-01-03: tests\n\nb\n\n## 2026-01-02 - the parser\n\nc\n"}},
		{"days within", "Log | Entries | Next", []string{"# Log\n\n## Entries\n\n### 2026-01-02\n\na\n\n### 2026-01-03: tests\n\nb\n\n## Next\n\n- x\n"}},
		{"a file a day", "{DATE} | Done | Next", []string{"# 2026-01-02\n\n## Done\n\n- x\n\n## Next:\n\n- y\n", "# 2026-01-03\n\n## Done:\n\n- x\n\n## Next\n\n- y\n"}},
		{"a dated file", "Notes {DATE} | Done", []string{"# Notes 2026-01-02\n\n## Done\n\nx\n"}},
		{"dated memory", "Memory of {DATE} (team) | Facts", []string{"# Memory of 2026-01-02 (team)\n\n## Facts\n\nx\n", "# Memory of 2026-01-03 (team)\n\n## Facts\n\nx\n"}},
		{"a plan of phases", "Plan | Overview | Phase {NAME} | Risks", []string{"# Plan\n\n## Overview\n\nx\n\n## Phase 1: Auth\n\n- [ ] a\n\n## Phase 2: Store\n\n- [ ] b\n\n## Risks\n\ny\n"}},
		{"phases with and without names", "Plan | Phase {NAME}", []string{"# Plan\n\n## Phase 1\n\na\n\n## Phase 2\n\nb\n\n## Phase 3: Store\n\nc\n"}},
		{"the same phases in all files", " | Step 1: Build | Step 2: Test", []string{"## Step 1: Build\n\nx\n\n## Step 2: Test\n\nx\n", "## Step 1: Build\n\nx\n\n## Step 2: Test\n\nx\n"}},
		{"records of decisions", " | Status | Context | Decision?", []string{
			"# 1. Keep records\n\n## Status\n\nAccepted\n\n## Context\n\nx\n\n## Decision\n\ny\n",
			"# 2. Use spans\n\n## Status\n\nAccepted\n\n## Context\n\nx\n\n## Decision\n\ny\n",
			"# ADR-003: No daemon\n\n## Status:\n\nAccepted\n\n## Context\n\nx\n",
		}},
		{"instructions", "CLAUDE.md | Commands | Architecture [Storage] | Conventions", []string{"# CLAUDE.md\n\nGuidance.\n\n## Commands\n\n- `make`\n\n## Architecture\n\n### Storage\n\nx\n\n## Conventions:\n\n1. x\n"}},
		{"a state", "Project State | Current Position | Session {N} [Done]", []string{"# Project State\n\n## Current Position\n\nPhase: 2 of 4\n\n## Session 1\n\n### Done\n\n- x\n\n## Session 2\n\n### Done:\n\n- y\n"}},
	}
}

// outlined is a format on one line.
func outlined(f *Format) string {
	parts := []string{f.Schema.Title}
	for _, g := range f.Schema.Groups {
		var b strings.Builder
		b.WriteString(g.Title)
		if g.Optional {
			b.WriteByte('?')
		}
		if g.Keep > 0 {
			b.WriteByte(byte('0' + g.Keep))
		}
		if g.NewestFirst {
			b.WriteByte('^')
		}
		var within []string
		for _, s := range g.Subsections {
			within = append(within, s.Title+map[bool]string{true: "?"}[s.Optional])
		}
		if len(within) > 0 {
			b.WriteString(" [" + strings.Join(within, ", ") + "]")
		}
		parts = append(parts, b.String())
	}
	return strings.Join(parts, " | ")
}

// TestShapes holds what is proposed for files as projects have them, one by one, and that
// they fit it.
func TestShapes(t *testing.T) {
	for _, shape := range shapes() {
		p, _, _ := derived(shape.texts...)
		if got := outlined(p.Format); got != shape.want {
			t.Errorf("%s: got\n%s\nwant\n%s", shape.name, got, shape.want)
		}
		checkProposal(t, shape.texts...)
		crlf := slices.Clone(shape.texts)
		for i := range crlf {
			crlf[i] = strings.ReplaceAll(crlf[i], "\n", "\r\n")
		}
		if q, _, _ := derived(crlf...); outlined(q.Format) != shape.want {
			t.Errorf("%s, with CRLF: got %s", shape.name, outlined(q.Format))
		}
	}
}
