package cli

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// A restoreSource is the backups and archived texts of a checkpoint, and which of them was chosen.
type restoreSource struct {
	target          *workspace.Target
	named           string  // path of the text that was named; "" for none
	backup, archive *string // as the flags have them
}

// A restoreText is a text that was chosen.
type restoreText struct {
	file string // whose backup it is; "" for an archived text
	name string
	text string
}

// chosen reports whether there is a choice.
func (k *restoreSource) chosen() bool { return k.named != "" || k.backup != nil || k.archive != nil }

// latest is the word for the newest backup that can be read.
const latest = "latest"

// check refuses what can be no choice.
func (k *restoreSource) check() error {
	if !slices.Contains(k.files(), k.target.Path) {
		return fmt.Errorf("%s: restore takes back %s, not %s", k.target.Shown(k.target.Path), strings.Join(k.names(), " and "), path.Base(k.target.Path))
	}
	if k.backup == nil || *k.backup == latest {
		return nil
	}
	if n, err := strconv.Atoi(*k.backup); err != nil || n < 1 {
		return fmt.Errorf("--backup is %q, want the number of a backup, or %s", *k.backup, latest)
	}
	return nil
}

// pick reads the text that was chosen.
func (k *restoreSource) pick() (*restoreText, error) {
	switch {
	case k.named != "":
		return k.pickNamed()
	case k.archive != nil:
		return k.pickArchived(*k.archive)
	}
	b, err := k.pickBackup(k.target.Path, *k.backup)
	if err != nil {
		return nil, err
	}
	return k.read(k.target.Path, k.backupTitle(k.target.Path, b), b.Path)
}

// files returns the files whose backups can be restored.
func (k *restoreSource) files() []string {
	if k.target.State == "" {
		return []string{k.target.Main}
	}
	return []string{k.target.Main, k.target.State}
}

// names returns the names of [restoreSource.files] in their directory.
func (k *restoreSource) names() []string {
	var names []string
	for _, file := range k.files() {
		names = append(names, k.target.InStore(file))
	}
	return names
}

func (k *restoreSource) backupTitle(file string, b *workspace.Backup) string {
	if file == k.target.Main {
		return fmt.Sprintf("backup %d", b.Seq)
	}
	return fmt.Sprintf("backup %d of %s", b.Seq, k.target.InStore(file))
}

func (k *restoreSource) read(file, name, kept string) (*restoreText, error) {
	text, err := k.target.KeptText(kept)
	return &restoreText{file: file, name: name, text: text}, err
}

// pickNamed reads the text whose path the user gave.
func (k *restoreSource) pickNamed() (*restoreText, error) {
	if path.Base(path.Dir(k.named)) == "archive" {
		return k.read("", path.Base(k.named), k.named)
	}
	for _, file := range k.files() {
		backups, err := k.target.Backups(file)
		if err != nil {
			return nil, err
		}
		refused, err := k.target.RefusedTexts(file)
		if err != nil {
			return nil, err
		}
		for i, b := range append(backups, refused...) {
			title := k.backupTitle(file, &b)
			if i >= len(backups) {
				title = fmt.Sprintf("refused text %d of %s", b.Seq, k.target.InStore(file))
			}
			if b.Path == k.named {
				return k.read(file, title, b.Path)
			}
		}
	}
	return nil, fmt.Errorf("%s is no backup of %s", k.target.Shown(k.named), strings.Join(k.names(), " or "))
}

func (k *restoreSource) pickBackup(file, which string) (*workspace.Backup, error) {
	if all, err := k.target.Backups(file); which == latest && err == nil && len(all) > 0 {
		b, _ := k.newest(file, all)
		return b, nil
	}
	n, _ := strconv.Atoi(which)
	return findBackup(k.target, file, n)
}

// findBackup returns the backup of a file of t with that number, or the newest for 0.
func findBackup(t *workspace.Target, file string, n int) (*workspace.Backup, error) {
	all, err := t.Backups(file)
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
		return nil, fmt.Errorf("there is no backup of %s", t.Shown(file))
	}
	return nil, hinted(fmt.Errorf("there is no backup %d of %s", n, t.Shown(file)), "there are "+strings.Join(numbers, ", "))
}

// newest is the newest of the backups of a file, of which there is one, that can be read
// as what it is and is not what the file holds: a restore keeps what it replaces, and that
// may be what was spoilt, or a write may have been killed after it had kept it.
// Where there is none, it is the newest that can be read, and else, where ok is false, the
// newest of all.
func (k *restoreSource) newest(file string, all []workspace.Backup) (b *workspace.Backup, ok bool) {
	now, _ := source.ReadFile(tree.Dir(k.target.Root), file) // what cannot be read is like no backup
	for i := range all {
		text, err := k.target.KeptText(all[i].Path)
		if err != nil || isBlank(text) || all[i].Late || k.parses(file, file, text) != nil {
			continue
		}
		if text != now {
			return &all[i], true
		}
		if b == nil {
			b = &all[i]
		}
	}
	if b != nil {
		return b, true
	}
	return &all[0], false
}

// canRestore reports whether --backup latest works for a file.
func (k *restoreSource) canRestore(file string) bool {
	all, err := k.target.Backups(file)
	if err != nil || len(all) == 0 {
		return false
	}
	_, ok := k.newest(file, all)
	return ok
}

// pickArchived returns the archived text that which means: the name of its file, the number
// before it or its round, or else the section with that title in a text that has several; the
// text comes before a slash if more than one has such a section.
func (k *restoreSource) pickArchived(which string) (*restoreText, error) {
	all, err := k.archiveTexts()
	if err != nil {
		return nil, err
	}
	text, title, both := strings.Cut(which, "/")
	if !both {
		title = which
	}
	var known, lines, names []string
	var found, parts []*restoreText
	for _, kept := range all {
		name, a := path.Base(kept.Path), k.describeArchived(kept)
		known = append(known, a.line())
		matches := k.matches(text, kept.Archived, kept.is)
		if matches && !both {
			t, err := k.read("", name, kept.Path)
			if err != nil {
				return nil, err
			}
			found, lines = append(found, t), append(lines, a.line())
		}
		part := slices.IndexFunc(kept.is.Parts, func(p protocol.Text) bool { return p.Name == schema.Slug(title) })
		if part >= 0 && (matches || !both) {
			name += "/" + kept.is.Parts[part].Name
			parts, names = append(parts, &restoreText{name: name, text: kept.is.Parts[part].Text}), append(names, name)
		}
	}
	if len(found) == 0 {
		found, lines = parts, names
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return nil, hinted(fmt.Errorf("%d archived texts are %q, want one", len(found), which), lines...)
	}
	return nil, hinted(fmt.Errorf("there is no archived text %q", which), known...)
}

// matches reports whether which means an archived text, which is a.
func (k *restoreSource) matches(which string, kept workspace.Archived, a *protocol.Archived) bool {
	which = strings.TrimSuffix(which, ".md")
	if strings.Trim(which, "0123456789") == "" {
		n, err := strconv.Atoi(which)
		return err == nil && n == kept.Seq
	}
	return slices.Contains([]string{path.Base(kept.Path), kept.Name}, which+".md") || which == path.Base(kept.Path) || slices.Contains(a.Names, which)
}

// fromArchive reports whether an archived text was chosen.
func (k *restoreSource) fromArchive() bool {
	return k.archive != nil || path.Base(path.Dir(k.named)) == "archive"
}

// archiveTexts returns the archived texts of the checkpoint, and what each is.
func (k *restoreSource) archiveTexts() ([]archivedText, error) {
	describe := k.target.Row().Archived
	if describe == nil {
		return nil, nil
	}
	all, err := k.target.Archive()
	var mine []archivedText
	for _, kept := range all {
		text, err := k.target.KeptText(kept.Path)
		if a := describe(k.target.Target, kept.Name, text); a != nil {
			if err != nil {
				a = &protocol.Archived{Problem: err.Error()}
			}
			mine = append(mine, archivedText{kept, a})
		}
	}
	return mine, err
}

// An archivedText is a text of the archive.
type archivedText struct {
	workspace.Archived
	is *protocol.Archived
}

// parses returns why a text cannot be that of a file; errors call it name.
func (k *restoreSource) parses(file, name, text string) error {
	t := *k.target
	t.Path = file
	err := t.Parse(text)
	if located, ok := err.(*source.Error); ok {
		named := *located
		named.Pos.Name = name
		return &named
	}
	return err
}

// replacedBy gives, for each of the backups of a file, newest first, the command
// that replaced it, as far as the ledger tells.
func replacedBy(file string, all []workspace.Backup, entries []claim.Entry) []string {
	commands := make([]string, len(all))
	next := len(entries) - 1
	for i, b := range all {
		for j := next; j >= 0; j-- {
			if e := entries[j]; e.Path == file && e.Before != "" && strings.HasPrefix(e.Before, b.Hash) && e.Before != e.After {
				commands[i], next = report.OneLine(strings.TrimPrefix(e.Command, "mdck ")), j-1
				break
			}
		}
	}
	return commands
}

// A jsonArchived is an archived text as --json lists it. Names are part of the interface.
type jsonArchived struct {
	Name    string `json:"name"`
	Number  int    `json:"number"`
	Round   *int   `json:"round"` // null where it is no round
	Bullets int    `json:"bullets"`
	Section string `json:"section,omitempty"` // its heading, of a file of a format
	Path    string `json:"path"`
	Problem string `json:"problem,omitempty"`
}

func (k *restoreSource) describeArchived(kept archivedText) jsonArchived {
	return jsonArchived{
		Name: path.Base(kept.Path), Number: kept.Seq, Path: k.target.Shown(kept.Path),
		Round: kept.is.Round, Bullets: kept.is.Bullets, Section: kept.is.Section, Problem: kept.is.Problem,
	}
}

func (j *jsonArchived) line() string {
	if j.Problem != "" {
		return report.Name(j.Name) + "  cannot be restored: " + report.OneLine(j.Problem)
	}
	if j.Round == nil {
		return report.Name(j.Name) + "  " + report.OneLine(j.Section)
	}
	return fmt.Sprintf("%s  round %d  %s", report.Name(j.Name), *j.Round, report.Counted(j.Bullets, "bullet"))
}

// first says how the file called name is taken back, which comes first.
func (k *restoreSource) first(name string) string {
	if !k.canRestore(name) {
		return "there is no backup of " + k.target.InStore(name) + " to take back: mend it first"
	}
	return fmt.Sprintf("restore %s first: mdck restore %s --backup latest", k.target.InStore(name), k.target.Shown(name))
}
