package restore

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/report"
	"mdck/internal/spelling"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
)

type choice struct {
	target                   *workspace.Target
	backup, refused, archive *string
}

func (c *choice) isMade() bool { return c.backup != nil || c.refused != nil || c.archive != nil }

func (c *choice) text() (protocol.Kept, error) {
	t := c.target
	switch {
	case c.archive != nil:
		return c.archivedText(*c.archive)
	case c.refused != nil:
		n, err := number("--refused", *c.refused)
		if err != nil {
			return protocol.Kept{}, err
		}
		return c.read(pick.FindRefused(t, t.Path, n))
	case *c.backup == pick.Latest:
		if latest := pick.LatestBackup(t, t.Path); latest != nil {
			return c.read(latest, nil)
		}
	}
	n, err := number("--backup", *c.backup)
	if err != nil {
		return protocol.Kept{}, err
	}
	return c.read(pick.FindBackup(t, t.Path, n))
}

func number(flag, which string) (int, error) {
	n, err := strconv.Atoi(which)
	if which != pick.Latest && (err != nil || n < 1) {
		return 0, fmt.Errorf("%s is %q; expected the number of a backup, or %q", flag, which, pick.Latest)
	}
	return n, nil
}

func (c *choice) read(k *pick.KeptText, err error) (protocol.Kept, error) {
	if err != nil {
		return protocol.Kept{}, err
	}
	text, err := c.target.ReadKept(k.Path)
	return protocol.Kept{File: k.File, Name: report.OneLine(k.Title), Text: text}, err
}

// archivedText finds an archived text by file name, number, round or section title.
func (c *choice) archivedText(selector string) (protocol.Kept, error) {
	all, err := pick.KeptTexts(c.target)
	if err != nil {
		return protocol.Kept{}, err
	}
	all = slices.DeleteFunc(all, func(k pick.KeptText) bool { return k.Archived == nil })
	found := slices.DeleteFunc(slices.Clone(all), func(k pick.KeptText) bool { return !isCalled(&k, selector) })
	var parts []protocol.Kept
	var known, lines []string
	for i := range all {
		k := &all[i]
		known = append(known, archivedLine(k))
		if isCalled(k, selector) {
			lines = append(lines, archivedLine(k))
		}
		for _, part := range k.Archived.Parts {
			if name := k.Title + "/" + part.Name; part.Name == spelling.Slug(selector) {
				parts, lines = append(parts, protocol.Kept{Name: report.OneLine(name), Text: part.Text}), append(lines, name)
			}
		}
	}
	switch {
	case len(found) == 1:
		return c.read(&found[0], nil)
	case len(found) == 0 && len(parts) == 1:
		return parts[0], nil
	case len(lines) == 0:
		return protocol.Kept{}, app.WithHints(fmt.Errorf("there is no archived text %q", selector), known...)
	}
	return protocol.Kept{}, app.WithHints(fmt.Errorf("%d archived texts match %q; expected one", max(len(found), len(parts)), selector), lines...)
}

func isCalled(k *pick.KeptText, which string) bool {
	bare := strings.TrimSuffix(which, ".md")
	if strings.Trim(bare, "0123456789") == "" {
		n, err := strconv.Atoi(bare)
		return err == nil && n == k.Seq
	}
	_, name, _ := strings.Cut(k.Title, "-") // the file name is NUMBER-NAME
	return slices.Contains([]string{k.Title, name}, bare+".md") || bare == k.Title || slices.Contains(k.Archived.Names, bare)
}

func archivedLine(k *pick.KeptText) string {
	switch a := k.Archived; {
	case a.Problem != "":
		return report.Name(k.Title) + "  cannot be restored (" + report.OneLine(a.Problem) + ")"
	case a.Round == nil:
		return report.Name(k.Title) + "  " + report.OneLine(a.Section)
	default:
		return fmt.Sprintf("%s  round %d  %s", report.Name(k.Title), *a.Round, spelling.Count(a.Bullets, "bullet"))
	}
}
