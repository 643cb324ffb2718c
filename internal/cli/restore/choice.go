package restore

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/report"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
)

// A choice says which text that is kept of a checkpoint is meant.
type choice struct {
	target          *workspace.Target
	named           string  // path of the text that was named; "" for none
	backup, archive *string // as the flags have them
}

// isMade reports whether there is a choice.
func (c *choice) isMade() bool { return c.named != "" || c.backup != nil || c.archive != nil }

// isArchived reports whether an archived text was chosen.
func (c *choice) isArchived() bool {
	return c.archive != nil || path.Base(path.Dir(c.named)) == "archive"
}

// text reads the text that was chosen.
func (c *choice) text() (protocol.Kept, error) {
	if c.archive != nil {
		return c.archivedText(*c.archive)
	}
	kept, err := c.find()
	if err != nil {
		return protocol.Kept{}, err
	}
	return c.read(kept)
}

func (c *choice) read(k *pick.KeptText) (protocol.Kept, error) {
	text, err := c.target.KeptText(k.Path)
	return protocol.Kept{File: k.File, Name: report.OneLine(k.Title), Text: text}, err
}

// find finds the text that was named, or the backup.
func (c *choice) find() (*pick.KeptText, error) {
	if c.named == "" {
		return c.findBackup(*c.backup)
	}
	all, err := pick.KeptTexts(c.target)
	if i := slices.IndexFunc(all, func(k pick.KeptText) bool { return k.Path == c.named }); i >= 0 {
		return &all[i], nil
	}
	if err == nil {
		err = fmt.Errorf("%s is no backup of %s", c.target.Shown(c.named), c.target.Shown(c.target.Main))
	}
	return nil, err
}

func (c *choice) findBackup(which string) (*pick.KeptText, error) {
	t := c.target
	if which == pick.Latest {
		if latest := pick.LatestBackup(t, t.Path); latest != nil {
			return latest, nil
		}
		return pick.FindBackup(t, t.Path, 0)
	}
	n, err := strconv.Atoi(which)
	if err != nil || n < 1 {
		return nil, fmt.Errorf("--backup is %q, want the number of a backup, or %s", which, pick.Latest)
	}
	return pick.FindBackup(t, t.Path, n)
}

// archivedText reads the archived text that which means: the name of its file, the number
// before it or its round, or else the section with that title in a text that has several.
func (c *choice) archivedText(which string) (protocol.Kept, error) {
	all, err := pick.KeptTexts(c.target)
	if err != nil {
		return protocol.Kept{}, err
	}
	var found []*pick.KeptText
	var parts []protocol.Kept
	var known, lines, names []string
	for i := range all {
		k := &all[i]
		if k.Archived == nil {
			continue
		}
		known = append(known, archivedLine(k))
		if isCalled(k, which) {
			found, lines = append(found, k), append(lines, archivedLine(k))
		}
		for _, part := range k.Archived.Parts {
			if part.Name == schema.Slug(which) {
				name := k.Title + "/" + part.Name
				parts, names = append(parts, protocol.Kept{Name: report.OneLine(name), Text: part.Text}), append(names, name)
			}
		}
	}
	switch {
	case len(found) == 1:
		return c.read(found[0])
	case len(found) == 0 && len(parts) == 1:
		return parts[0], nil
	case len(found)+len(parts) == 0:
		return protocol.Kept{}, app.Hinted(fmt.Errorf("there is no archived text %q", which), known...)
	}
	return protocol.Kept{}, app.Hinted(fmt.Errorf("%d archived texts are %q, want one", max(len(found), len(parts)), which), append(lines, names...)...)
}

// isCalled reports whether which means the archived text k.
func isCalled(k *pick.KeptText, which string) bool {
	bare := strings.TrimSuffix(which, ".md")
	if strings.Trim(bare, "0123456789") == "" {
		n, err := strconv.Atoi(bare)
		return err == nil && n == k.Seq
	}
	_, name, _ := strings.Cut(k.Title, "-") // behind its number
	return slices.Contains([]string{k.Title, name}, bare+".md") || bare == k.Title || slices.Contains(k.Archived.Names, bare)
}

// archivedLine returns an archived text for people.
func archivedLine(k *pick.KeptText) string {
	switch a := k.Archived; {
	case a.Problem != "":
		return report.Name(k.Title) + "  cannot be restored: " + report.OneLine(a.Problem)
	case a.Round == nil:
		return report.Name(k.Title) + "  " + report.OneLine(a.Section)
	default:
		return fmt.Sprintf("%s  round %d  %s", report.Name(k.Title), *a.Round, report.Counted(a.Bullets, "bullet"))
	}
}
