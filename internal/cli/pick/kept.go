package pick

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// A Kept is the backups and archived texts of a checkpoint, and which of them was chosen.
type Kept struct {
	Target          *workspace.Target
	Named           string  // path of the text that was named; "" for none
	Backup, Archive *string // as the flags have them
}

// A KeptText is a text that was chosen.
type KeptText struct {
	File string // whose backup it is; "" for an archived text
	Name string
	Text string
}

// Chosen reports whether there is a choice.
func (k *Kept) Chosen() bool { return k.Named != "" || k.Backup != nil || k.Archive != nil }

// Latest is the word for the newest backup that can be read.
const Latest = "latest"

// Check refuses what can be no choice.
func (k *Kept) Check() error {
	if !slices.Contains(k.Files(), k.Target.Path) {
		return fmt.Errorf("%s: restore takes back %s, not %s", k.Target.Shown(k.Target.Path), strings.Join(k.names(), " and "), path.Base(k.Target.Path))
	}
	if k.Backup == nil || *k.Backup == Latest {
		return nil
	}
	if n, err := strconv.Atoi(*k.Backup); err != nil || n < 1 {
		return fmt.Errorf("--backup is %q, want the number of a backup, or %s", *k.Backup, Latest)
	}
	return nil
}

// Pick reads the text that was chosen.
func (k *Kept) Pick() (*KeptText, error) {
	switch {
	case k.Named != "":
		return k.pickNamed()
	case k.Archive != nil:
		return k.pickArchived(*k.Archive)
	}
	b, err := k.pickBackup(k.Target.Path, *k.Backup)
	if err != nil {
		return nil, err
	}
	return k.read(k.Target.Path, k.backupTitle(k.Target.Path, b), b.Path)
}

// Files returns the files whose backups can be restored.
func (k *Kept) Files() []string {
	if k.Target.State == "" {
		return []string{k.Target.Main}
	}
	return []string{k.Target.Main, k.Target.State}
}

// names returns the names of [Kept.Files] in their directory.
func (k *Kept) names() []string {
	var names []string
	for _, file := range k.Files() {
		names = append(names, k.Target.InStore(file))
	}
	return names
}

func (k *Kept) backupTitle(file string, b *workspace.Backup) string {
	if file == k.Target.Main {
		return fmt.Sprintf("backup %d", b.Seq)
	}
	return fmt.Sprintf("backup %d of %s", b.Seq, k.Target.InStore(file))
}

func (k *Kept) read(file, name, kept string) (*KeptText, error) {
	text, err := k.Target.KeptText(kept)
	return &KeptText{File: file, Name: name, Text: text}, err
}

// pickNamed reads the text whose path the user gave.
func (k *Kept) pickNamed() (*KeptText, error) {
	if path.Base(path.Dir(k.Named)) == "archive" {
		return k.read("", path.Base(k.Named), k.Named)
	}
	for _, file := range k.Files() {
		backups, err := k.Target.Backups(file)
		if err != nil {
			return nil, err
		}
		refused, err := k.Target.RefusedTexts(file)
		if err != nil {
			return nil, err
		}
		for i, b := range append(backups, refused...) {
			title := k.backupTitle(file, &b)
			if i >= len(backups) {
				title = fmt.Sprintf("refused text %d of %s", b.Seq, k.Target.InStore(file))
			}
			if b.Path == k.Named {
				return k.read(file, title, b.Path)
			}
		}
	}
	return nil, fmt.Errorf("%s is no backup of %s", k.Target.Shown(k.Named), strings.Join(k.names(), " or "))
}

func (k *Kept) pickBackup(file, which string) (*workspace.Backup, error) {
	if all, err := k.Target.Backups(file); which == Latest && err == nil && len(all) > 0 {
		b, _ := k.newest(file, all)
		return b, nil
	}
	n, _ := strconv.Atoi(which)
	return FindBackup(k.Target, file, n)
}

// FindBackup returns the backup of a file of t with that number, or the newest for 0.
func FindBackup(t *workspace.Target, file string, n int) (*workspace.Backup, error) {
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
	return nil, app.Hinted(fmt.Errorf("there is no backup %d of %s", n, t.Shown(file)), "there are "+strings.Join(numbers, ", "))
}

// newest is the newest of the backups of a file, of which there is one, that can be read
// as what it is and is not what the file holds: a restore keeps what it replaces, and that
// may be what was spoilt, or a write may have been killed after it had kept it.
// Where there is none, it is the newest that can be read, and else, where ok is false, the
// newest of all.
func (k *Kept) newest(file string, all []workspace.Backup) (b *workspace.Backup, ok bool) {
	now, _ := source.ReadFile(tree.Dir(k.Target.Root), file) // what cannot be read is like no backup
	for i := range all {
		text, err := k.Target.KeptText(all[i].Path)
		if err != nil || app.IsBlank(text) || all[i].Late || k.Parses(file, file, text) != nil {
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
func (k *Kept) canRestore(file string) bool {
	all, err := k.Target.Backups(file)
	if err != nil || len(all) == 0 {
		return false
	}
	_, ok := k.newest(file, all)
	return ok
}

// pickArchived returns the archived text that which means: the name of its file, the number
// before it or its round, or else the section with that title in a text that has several.
func (k *Kept) pickArchived(which string) (*KeptText, error) {
	all, err := k.ArchiveTexts()
	if err != nil {
		return nil, err
	}
	var known, lines, names []string
	var found, parts []*KeptText
	for _, kept := range all {
		name, a := path.Base(kept.Path), k.DescribeArchived(kept)
		known = append(known, a.Line())
		if k.matches(which, kept.Archived, kept.is) {
			t, err := k.read("", name, kept.Path)
			if err != nil {
				return nil, err
			}
			found, lines = append(found, t), append(lines, a.Line())
		}
		for _, part := range kept.is.Parts {
			if part.Name == schema.Slug(which) {
				name += "/" + part.Name
				parts, names = append(parts, &KeptText{Name: name, Text: part.Text}), append(names, name)
			}
		}
	}
	if len(found) == 0 {
		found, lines = parts, names
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return nil, app.Hinted(fmt.Errorf("%d archived texts are %q, want one", len(found), which), lines...)
	}
	return nil, app.Hinted(fmt.Errorf("there is no archived text %q", which), known...)
}

// matches reports whether which means an archived text, which is a.
func (k *Kept) matches(which string, kept workspace.Archived, a *protocol.Archived) bool {
	which = strings.TrimSuffix(which, ".md")
	if strings.Trim(which, "0123456789") == "" {
		n, err := strconv.Atoi(which)
		return err == nil && n == kept.Seq
	}
	return slices.Contains([]string{path.Base(kept.Path), kept.Name}, which+".md") || which == path.Base(kept.Path) || slices.Contains(a.Names, which)
}

// FromArchive reports whether an archived text was chosen.
func (k *Kept) FromArchive() bool {
	return k.Archive != nil || path.Base(path.Dir(k.Named)) == "archive"
}

// ArchiveTexts returns the archived texts of the checkpoint, and what each is.
func (k *Kept) ArchiveTexts() ([]ArchivedText, error) {
	describe := k.Target.Row().Archived
	if describe == nil {
		return nil, nil
	}
	all, err := k.Target.Archive()
	var mine []ArchivedText
	for _, kept := range all {
		text, err := k.Target.KeptText(kept.Path)
		if a := describe(k.Target.Target, kept.Name, text); a != nil {
			if err != nil {
				a = &protocol.Archived{Problem: err.Error()}
			}
			mine = append(mine, ArchivedText{kept, a})
		}
	}
	return mine, err
}

// An ArchivedText is a text of the archive.
type ArchivedText struct {
	workspace.Archived
	is *protocol.Archived
}

// Parses returns why a text cannot be that of a file; errors call it name.
func (k *Kept) Parses(file, name, text string) error {
	t := *k.Target
	t.Path = file
	err := t.Parse(text)
	if located, ok := err.(*source.Error); ok {
		named := *located
		named.Pos.Name = name
		return &named
	}
	return err
}

// ReplacedBy gives, for each of the backups of a file, newest first, the command
// that replaced it, as far as the ledger tells.
func ReplacedBy(file string, all []workspace.Backup, entries []claim.Entry) []string {
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

// A JsonArchived is an archived text as --json lists it. Names are part of the interface.
type JsonArchived struct {
	Name    string `json:"name"`
	Number  int    `json:"number"`
	Round   *int   `json:"round"` // null where it is no round
	Bullets int    `json:"bullets"`
	Section string `json:"section,omitempty"` // its heading, of a file of a format
	Path    string `json:"path"`
	Problem string `json:"problem,omitempty"`
}

func (k *Kept) DescribeArchived(kept ArchivedText) JsonArchived {
	return JsonArchived{
		Name: path.Base(kept.Path), Number: kept.Seq, Path: k.Target.Shown(kept.Path),
		Round: kept.is.Round, Bullets: kept.is.Bullets, Section: kept.is.Section, Problem: kept.is.Problem,
	}
}

func (j *JsonArchived) Line() string {
	if j.Problem != "" {
		return report.Name(j.Name) + "  cannot be restored: " + report.OneLine(j.Problem)
	}
	if j.Round == nil {
		return report.Name(j.Name) + "  " + report.OneLine(j.Section)
	}
	return fmt.Sprintf("%s  round %d  %s", report.Name(j.Name), *j.Round, report.Counted(j.Bullets, "bullet"))
}

// First says how the file called name is taken back, which comes first.
func (k *Kept) First(name string) string {
	if !k.canRestore(name) {
		return "there is no backup of " + k.Target.InStore(name) + " to take back: mend it first"
	}
	return fmt.Sprintf("restore %s first: mdck restore %s --backup latest", k.Target.InStore(name), k.Target.Shown(name))
}
