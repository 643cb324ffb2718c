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

// A Build says how mdck was built. Its JSON names are part of the interface.
type Build struct {
	Version   string   `json:"version"`          // of the module, otherwise the short commit or "devel"
	Commit    string   `json:"commit,omitempty"` // full hash
	Time      string   `json:"time,omitempty"`
	Modified  bool     `json:"modified,omitempty"` // there were uncommitted changes
	Checksum  string   `json:"checksum,omitempty"` // as in go.sum
	Go        string   `json:"go"`
	OS        string   `json:"os"`
	Arch      string   `json:"arch"`
	Rules     string   `json:"rules"`     // newest version of the rules
	Encodings []string `json:"encodings"` // default encoding first
}

// CurrentBuild describes the running mdck.
func CurrentBuild() Build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return buildOf(info)
}

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

// Line returns the line that mdck --version prints.
func (b *Build) Line() string { return "mdck " + b.Version + "\n" }

// Text formats the build for people.
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
