package app

import (
	"cmp"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"mdck/lint"
	"mdck/tokens"
)

// A Build is how an mdck was made. Names are part of the interface; what is not
// known is left out.
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

func CurrentBuild() Build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return buildOf(info)
}

// shortCommit is how many digits of a commit stand for it.
const shortCommit = 12

// buildOf is what info says.
func buildOf(info *debug.BuildInfo) Build {
	versions := lint.Versions()
	b := Build{
		Version: strings.Trim(info.Main.Version, "()"), Checksum: info.Main.Sum,
		Go: cmp.Or(info.GoVersion, runtime.Version()), OS: runtime.GOOS, Arch: runtime.GOARCH,
		Rules: versions[len(versions)-1], Encodings: tokens.Encodings(),
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.time":
			b.Time = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	if b.Version == "" || b.Version == "devel" {
		b.Version = cmp.Or(b.short(), "devel")
	}
	return b
}

// short is the beginning of the commit, and whether it was changed; "" if it is
// not known.
func (b *Build) short() string {
	short := b.Commit[:min(shortCommit, len(b.Commit))]
	if short != "" && b.Modified {
		short += "+dirty"
	}
	return short
}

// line is the one line of --version.
func (b *Build) line() string { return "mdck " + b.Version + "\n" }

func (b *Build) Text() string {
	var out strings.Builder
	out.WriteString(b.line())
	commit := b.Commit
	if b.Time != "" {
		commit += " of " + b.Time
	}
	if b.Modified {
		commit += ", with changes"
	}
	for _, row := range [][2]string{
		{"commit", commit}, {"checksum", b.Checksum}, {"go", b.Go + " " + b.OS + "/" + b.Arch},
		{"rules", b.Rules}, {"encodings", strings.Join(b.Encodings, ", ")},
	} {
		if row[1] != "" {
			fmt.Fprintf(&out, "%-10s %s\n", row[0], row[1])
		}
	}
	return out.String()
}

// PrintVersion prints the version on one line.
func PrintVersion(w io.Writer) error {
	b := CurrentBuild()
	_, err := io.WriteString(w, b.line())
	return err
}
