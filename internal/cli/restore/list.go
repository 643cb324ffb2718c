package restore

import (
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/report"
	"mdck/internal/spelling"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/source"
)

// The names in the JSON form of the list are part of the interface.
type (
	jsonKept struct {
		Version  int            `json:"version"`
		ID       string         `json:"id"`
		Path     string         `json:"path"`
		Backups  []jsonBackup   `json:"backups"`
		Refused  []jsonBackup   `json:"refused,omitempty"`
		Archived []jsonArchived `json:"archived"`
	}
	jsonBackup struct {
		File              string `json:"file"`
		Backup            int    `json:"backup"`
		Time              string `json:"time"`
		CheckpointVersion *int   `json:"checkpointVersion"` // null if unreadable or without a version
		Lines             int    `json:"lines"`
		Hash              string `json:"hash"`
		ReplacedBy        string `json:"replacedBy,omitempty"`
		Late              bool   `json:"late,omitempty"` // another program wrote to the file that mdck had replaced
		Path              string `json:"path"`
		Problem           string `json:"problem,omitempty"` // why it cannot be restored
		versioned         bool   // the file has a version
	}
	jsonArchived struct {
		Name    string `json:"name"`
		Number  int    `json:"number"`
		Round   *int   `json:"round"` // null without a round
		Bullets int    `json:"bullets"`
		Section string `json:"section,omitempty"` // heading, for a file of a format
		Path    string `json:"path"`
		Problem string `json:"problem,omitempty"`
	}
)

func (c *restoreCommand) list(std app.Streams, t *workspace.Target) error {
	if err := pick.RecoverWrite(t, std.Err); err != nil {
		return err
	}
	kept, err := pick.KeptTexts(t)
	if err != nil {
		return err
	}
	all, text := describeAll(t, kept)
	if c.JSON {
		return report.Indented(std.Out, all)
	}
	if len(kept) == 0 {
		text = report.Name(all.Path) + ": no backups"
		if t.Row().Archived != nil {
			text += " and no archived sections"
		}
		text += "\n"
	}
	_, err = io.WriteString(std.Out, text)
	return err
}

// describeAll returns the list as JSON and as text.
func describeAll(t *workspace.Target, kept []pick.KeptText) (all jsonKept, list string) {
	all = jsonKept{Version: 1, ID: t.ID(), Path: t.DisplayPath(t.Main), Backups: []jsonBackup{}, Archived: []jsonArchived{}}
	entries, _ := t.Ledger() // all entries in front of an invalid line
	commands := pick.ReplacedBy(kept, entries)
	var text strings.Builder
	heading := ""
	for i := range kept {
		k := &kept[i]
		above, line := "", ""
		if k.Archived != nil {
			all.Archived = append(all.Archived, describeArchived(t, k))
			above, line = report.Name(t.DisplayPath(path.Dir(k.Path))), archivedLine(k)
		} else if j := describe(t, k, commands[i]); k.Refused {
			all.Refused = append(all.Refused, j)
			above, line = "texts that mdck refused to write (to restore one: --refused N)", "refused "+j.line()+"  "+report.Name(j.Path)
		} else {
			all.Backups = append(all.Backups, j)
			above, line = report.Name(t.DisplayPath(k.File)), "backup "+j.line()
		}
		if above != heading {
			text.WriteString(above + "\n")
			heading = above
		}
		text.WriteString("  " + line + "\n")
	}
	return all, text.String()
}

func describeArchived(t *workspace.Target, k *pick.KeptText) jsonArchived {
	a := k.Archived
	return jsonArchived{Name: k.Title, Number: k.Seq, Round: a.Round, Bullets: a.Bullets, Section: a.Section, Path: t.DisplayPath(k.Path), Problem: a.Problem}
}

func describe(t *workspace.Target, k *pick.KeptText, command string) jsonBackup {
	out := jsonBackup{File: t.InStore(k.File), Backup: k.Seq, Time: spelling.FormatTime(k.Time), Hash: k.Hash, ReplacedBy: command, Late: k.Late, Path: t.DisplayPath(k.Path)}
	text, err := t.ReadKept(k.Path)
	if err != nil {
		out.Problem = err.Error()
		return out
	}
	out.Lines = source.NewFile(k.File, text).Lines()
	if err := pick.ParseKept(t, k.File, k.File, text); err != nil {
		out.Problem = cause(err)
	}
	if version := t.Row().Version; version != nil {
		out.versioned = true
		if n := version(k.File, text); n >= 0 {
			out.CheckpointVersion = &n
		}
	}
	return out
}

// cause returns err without its position, which is in a stored text.
func cause(err error) string {
	if located, ok := errors.AsType[*source.Error](err); ok {
		err = located.Err
	}
	return err.Error()
}

func (j *jsonBackup) line() string {
	version := ""
	switch {
	case j.CheckpointVersion != nil:
		version = fmt.Sprintf("  version %-3d", *j.CheckpointVersion)
	case j.versioned:
		version = "  version ?  "
	}
	line := fmt.Sprintf("%-3d  %s%s %4d lines", j.Backup, j.Time, version, j.Lines)
	if j.ReplacedBy != "" {
		line += "  before mdck " + j.ReplacedBy
	}
	if j.Late {
		line += "  written by another program"
	}
	if j.Problem != "" {
		line += "  cannot be restored (" + report.OneLine(j.Problem) + ")"
	}
	return line
}
