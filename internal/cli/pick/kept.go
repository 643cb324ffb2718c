package pick

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/report"
	"mdck/internal/spelling"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

// A KeptText is a stored text: a backup, a refused text or an archived text.
type KeptText struct {
	workspace.Backup                    // an archived text has only path and number
	File             string             // original path with slashes; "" for an archived text
	Title            string             // such as "backup 3 of state.json"
	Refused          bool               // from a refused write
	Archived         *protocol.Archived // nil for other texts
}

// IsBackup reports whether the text is a backup.
func (k *KeptText) IsBackup() bool { return !k.Refused && k.Archived == nil }

// KeptTexts returns the backups and refused texts, newest first, and the archived texts, oldest
// first.
func KeptTexts(t *workspace.Target) ([]KeptText, error) {
	var all, refused []KeptText
	for _, file := range RestorableFiles(t) {
		backups, err := Backups(t, file)
		if err != nil {
			return nil, err
		}
		texts, err := refusedTexts(t, file)
		if err != nil {
			return nil, err
		}
		all, refused = append(all, backups...), append(refused, texts...)
	}
	archived, err := archivedTexts(t)
	return slices.Concat(all, refused, archived), err
}

// RestorableFiles returns the files of t that can have backups.
func RestorableFiles(t *workspace.Target) []string {
	if t.State == "" {
		return []string{t.Main}
	}
	return []string{t.Main, t.State}
}

// Backups returns the backups of a file, newest first.
func Backups(t *workspace.Target, file string) ([]KeptText, error) {
	all, err := t.Backups(file)
	of := ""
	if file != t.Main {
		of = " of " + t.InStore(file)
	}
	var backups []KeptText
	for _, b := range all {
		backups = append(backups, KeptText{Backup: b, File: file, Title: fmt.Sprintf("backup %d%s", b.Seq, of)})
	}
	return backups, err
}

func refusedTexts(t *workspace.Target, file string) ([]KeptText, error) {
	all, err := t.RefusedTexts(file)
	var refused []KeptText
	for _, b := range all {
		refused = append(refused, KeptText{Backup: b, File: file, Title: fmt.Sprintf("refused text %d of %s", b.Seq, t.InStore(file)), Refused: true})
	}
	return refused, err
}

func archivedTexts(t *workspace.Target) ([]KeptText, error) {
	describe := t.Row().Archived
	if describe == nil {
		return nil, nil
	}
	all, err := t.Archive()
	var mine []KeptText
	for _, kept := range all {
		text, err := t.ReadKept(kept.Path)
		is := describe(t.Target, kept.Name, text)
		if is == nil {
			continue
		}
		if err != nil {
			is = &protocol.Archived{Problem: err.Error()}
		}
		mine = append(mine, KeptText{Backup: workspace.Backup{Path: kept.Path, Seq: kept.Seq}, Title: path.Base(kept.Path), Archived: is})
	}
	return mine, err
}

// Latest selects the newest readable backup.
const Latest = "latest"

// FindBackup returns a backup by number; 0 means the newest.
func FindBackup(t *workspace.Target, file string, n int) (*KeptText, error) {
	all, err := Backups(t, file)
	return numbered(all, err, n, "backup", t.DisplayPath(file))
}

// FindRefused returns a refused text by number; 0 means the newest.
func FindRefused(t *workspace.Target, file string, n int) (*KeptText, error) {
	all, err := refusedTexts(t, file)
	return numbered(all, err, n, "refused text", t.DisplayPath(file))
}

func numbered(all []KeptText, err error, n int, what, shown string) (*KeptText, error) {
	if err != nil {
		return nil, err
	}
	var numbers []string
	for i := range all {
		if n == 0 || all[i].Seq == n {
			return &all[i], nil
		}
		numbers = append(numbers, strconv.Itoa(all[i].Seq))
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("there is no %s of %s", what, shown)
	}
	return nil, app.Errorf("existing "+what+"s: "+strings.Join(numbers, ", "), "there is no %s %d of %s", what, n, shown)
}

// LatestBackup returns the newest readable backup that differs from the file, otherwise the newest
// readable one, or nil.
func LatestBackup(t *workspace.Target, file string) *KeptText {
	all, _ := Backups(t, file)
	now, _ := source.ReadFile(tree.Dir(t.Root), file) // after an error "", which differs from all backups
	var same *KeptText
	for i := range all {
		text, err := t.ReadKept(all[i].Path)
		if err != nil || spelling.IsBlank(text) || all[i].Late || ParseKept(t, file, file, text) != nil {
			continue
		}
		if text != now {
			return &all[i]
		}
		if same == nil {
			same = &all[i]
		}
	}
	return same
}

// ParseKept returns an error, positioned in name, if text is not valid for file.
func ParseKept(t *workspace.Target, file, name, text string) error {
	of := *t
	of.Path = file
	err := of.Parse(text)
	if located, ok := err.(*source.Error); ok {
		named := *located
		named.Pos.Name = name
		return &named
	}
	return err
}

// ReplacedBy returns for each backup the command that replaced it, or "".
func ReplacedBy(all []KeptText, entries []claim.Entry) []string {
	commands := make([]string, len(all))
	end := map[string]int{} // file -> end of the entries for older backups
	for i, b := range all {
		if _, seen := end[b.File]; !seen {
			end[b.File] = len(entries)
		}
		for j := end[b.File] - 1; j >= 0 && b.IsBackup(); j-- {
			if e := entries[j]; e.Path == b.File && e.Before != "" && strings.HasPrefix(e.Before, b.Hash) && e.Before != e.After {
				commands[i], end[b.File] = report.OneLine(strings.TrimPrefix(e.Command, "mdck ")), j
				break
			}
		}
	}
	return commands
}
