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
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// The JSON form of the list. Names are part of the interface.
type (
	jsonKept struct {
		Version  int                 `json:"version"`
		ID       string              `json:"id"`
		Path     string              `json:"path"`
		Backups  []jsonBackup        `json:"backups"`
		Refused  []jsonBackup        `json:"refused,omitempty"` // was to be written, and never was or was taken back
		Archived []pick.JsonArchived `json:"archived"`
	}
	jsonBackup struct {
		File              string `json:"file"`
		Backup            int    `json:"backup"`
		Time              string `json:"time"`
		CheckpointVersion *int   `json:"checkpointVersion"` // null where it cannot be read, and of a session
		Lines             int    `json:"lines"`
		Hash              string `json:"hash"`
		ReplacedBy        string `json:"replacedBy,omitempty"`
		Late              bool   `json:"late,omitempty"` // another program wrote into it after it was replaced
		Path              string `json:"path"`
		Problem           string `json:"problem,omitempty"` // why it cannot be taken back
		versioned         bool   // its kind of file has a version
	}
)

// list prints what can be taken back.
func (c *restoreCommand) list(std app.Streams, k *pick.Kept) error {
	if err := pick.RecoverWrite(k.Target, std.Err); err != nil {
		return err
	}
	all := jsonKept{Version: 1, ID: k.Target.ID(), Path: k.Target.Shown(k.Target.Main), Backups: []jsonBackup{}, Archived: []pick.JsonArchived{}}
	entries, _ := k.Target.Ledger() // a broken one tells less
	for _, file := range k.Files() {
		backups, err := k.Target.Backups(file)
		if err != nil {
			return err
		}
		commands := pick.ReplacedBy(file, backups, entries)
		for i := range backups {
			all.Backups = append(all.Backups, describeBackup(k, file, &backups[i], commands[i]))
		}
		refused, err := k.Target.RefusedTexts(file)
		if err != nil {
			return err
		}
		for i := range refused {
			all.Refused = append(all.Refused, describeBackup(k, file, &refused[i], ""))
		}
	}
	archive, err := k.ArchiveTexts()
	if err != nil {
		return err
	}
	for _, kept := range archive {
		all.Archived = append(all.Archived, k.DescribeArchived(kept))
	}
	if c.JSON {
		return report.Indented(std.Out, all)
	}
	return all.write(std.Out, k)
}

func describeBackup(k *pick.Kept, file string, b *workspace.Backup, command string) jsonBackup {
	out := jsonBackup{File: k.Target.InStore(file), Backup: b.Seq, Time: spelling.FormatTime(b.Time), Hash: b.Hash, ReplacedBy: command, Late: b.Late, Path: k.Target.Shown(b.Path)}
	text, err := k.Target.KeptText(b.Path)
	if err != nil {
		out.Problem = err.Error()
		return out
	}
	out.Lines = source.NewFile(file, text).Lines()
	if err := k.Parses(file, file, text); err != nil {
		out.Problem = cause(err)
	}
	if version := k.Target.Row().Version; version != nil {
		out.versioned = true
		if n := version(file, text); n >= 0 {
			out.CheckpointVersion = &n
		}
	}
	return out
}

// cause is err without the place, of which the user does not see the file.
func cause(err error) string {
	if located, ok := errors.AsType[*source.Error](err); ok {
		err = located.Err
	}
	return err.Error()
}

// write prints the list for people.
func (all *jsonKept) write(w io.Writer, k *pick.Kept) error {
	var b strings.Builder
	file := ""
	for i := range all.Backups {
		if all.Backups[i].File != file {
			file = all.Backups[i].File
			fmt.Fprintf(&b, "%s\n", report.Name(k.Target.Shown(k.Target.InTree(file))))
		}
		fmt.Fprintf(&b, "  %s\n", all.Backups[i].line())
	}
	for i := range all.Refused {
		if i == 0 {
			b.WriteString("refused, never in the file: mdck restore PATH takes one back\n")
		}
		fmt.Fprintf(&b, "  %s  %s\n", all.Refused[i].line(), report.Name(all.Refused[i].Path))
	}
	if len(all.Archived) > 0 {
		fmt.Fprintf(&b, "%s\n", report.Name(path.Dir(all.Archived[0].Path)))
	}
	for i := range all.Archived {
		fmt.Fprintf(&b, "  %s\n", all.Archived[i].Line())
	}
	if b.Len() == 0 {
		archive := ""
		if k.Target.Row().Archived != nil {
			archive = " and nothing archived"
		}
		fmt.Fprintf(&b, "%s: no backups%s\n", report.Name(all.Path), archive)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (j *jsonBackup) line() string {
	version := ""
	switch {
	case j.CheckpointVersion != nil:
		version = fmt.Sprintf("  version %-3d", *j.CheckpointVersion)
	case j.versioned:
		version = "  version ?  "
	}
	line := fmt.Sprintf("%3d  %s%s %4d lines  %s", j.Backup, j.Time, version, j.Lines, j.Hash)
	if j.ReplacedBy != "" {
		line += "  replaced by " + j.ReplacedBy
	}
	if j.Late {
		line += "  saved by another program after it was replaced"
	}
	if j.Problem != "" {
		line += "  cannot be restored: " + report.OneLine(j.Problem)
	}
	return line
}
