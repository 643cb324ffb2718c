package app

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"mdck/lint"
	"mdck/tokens"
)

// A Build describes how mdck was built. Names are part of the interface; unknown values are left out.
type Build struct {
	Version   string   `json:"version"`            // of the module; else the commit, with +dirty; else devel
	Commit    string   `json:"commit,omitempty"`   // in full
	Time      string   `json:"time,omitempty"`     // of the commit
	Modified  bool     `json:"modified,omitempty"` // there were changes that are not in the commit
	Checksum  string   `json:"checksum,omitempty"` // of the module, as go.sum has it
	Go        string   `json:"go"`
	OS        string   `json:"os"`
	Arch      string   `json:"arch"`
	Rules     string   `json:"rules"`     // the newest rule set, as version: in the configuration has it
	Encodings []string `json:"encodings"` // the default first
}

// CurrentBuild returns how this mdck was made.
func CurrentBuild() Build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return buildOf(info)
}

// shortCommit is how many digits of a commit represent it.
const shortCommit = 12

func buildOf(info *debug.BuildInfo) Build {
	versions := lint.Versions()
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	b := Build{
		Version: strings.Trim(info.Main.Version, "()"), Checksum: info.Main.Sum,
		Commit: settings["vcs.revision"], Time: settings["vcs.time"], Modified: settings["vcs.modified"] == "true",
		Go: cmp.Or(info.GoVersion, runtime.Version()), OS: runtime.GOOS, Arch: runtime.GOARCH,
		Rules: versions[len(versions)-1], Encodings: tokens.Encodings(),
	}
	if b.Version == "" || b.Version == "devel" {
		b.Version = cmp.Or(b.Commit[:min(shortCommit, len(b.Commit))], "devel")
		if b.Commit != "" && b.Modified {
			b.Version += "+dirty"
		}
	}
	return b
}

// Line is the one line of --version.
func (b *Build) Line() string { return "mdck " + b.Version + "\n" }

// Text is the form for people.
func (b *Build) Text() string {
	text := b.Line()
	commit := JoinNonEmpty(" of ", b.Commit, b.Time)
	if b.Modified {
		commit += ", with changes"
	}
	for _, row := range [][2]string{
		{"commit", commit}, {"checksum", b.Checksum}, {"go", b.Go + " " + b.OS + "/" + b.Arch},
		{"rules", b.Rules}, {"encodings", strings.Join(b.Encodings, ", ")},
	} {
		if row[1] != "" {
			text += fmt.Sprintf("%-10s %s\n", row[0], row[1])
		}
	}
	return text
}
