package cli

import (
	"cmp"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"mdck/internal/config"
	"mdck/internal/report"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/format"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/yamldoc"
)

type configDerive struct {
	Files []string `arg:"" name:"file" help:"Markdown files of one kind."`
	Name  string   `help:"The name of the format (default: that of the first file)." placeholder:"NAME"`
	settingFlags
}

const configDeriveHelp = `Prints an entry for formats in .mdck.yaml that fits the files as they are: mdck lint finds nothing of formats in them then. Sections that all files have, and none has empty, are required, those that half of them have, and at least two, are optional; titles that differ in a number or a date become one that repeats. Budgets have a quarter of headroom; how many of a repeated section are kept is for you to say. What was left out is said on standard error.

It is a proposal: read it, tighten it, and put it into .mdck.yaml, whose directory the patterns are relative to. Nothing is written.

Examples:

    mdck config derive HANDOFF.md
    mdck config derive docs/*/STATE.md --name state
    mdck config derive memory/*.md > .mdck.yaml`

// Run prints the proposal.
func (c *configDerive) Run(std Streams) error {
	at, err := standAt("")
	if err != nil {
		return err
	}
	found, err := c.loader.For(at.dir, at.top)
	if err != nil {
		return err
	}
	counter, err := c.counterOf(found)
	if err != nil {
		return err
	}
	base := filepath.Dir(found.Path())
	if found.Path() == "" {
		base = cmp.Or(workspace.Repository(at.dir), at.dir)
	}
	c.Files = distinctFiles(c.Files)
	if err := c.theirs(); err != nil {
		return err
	}
	documents, err := derivedFrom(c.Files)
	if err != nil {
		return err
	}
	patterns, err := patternsOf(base, c.Files)
	if err != nil {
		return err
	}
	name := cmp.Or(c.Name, nameFor(c.Files[0]))
	p := format.Derive(name, patterns, documents, counter.Count)
	text := p.YAML()
	if err := derivable(name, text); err != nil {
		return err
	}
	for _, note := range append(p.Notes, c.besides(found.Shown(), found.FormatNamed(name) != nil, name)...) {
		printError(fmt.Errorf("note: %s", note), std.Err)
	}
	_, err = fmt.Fprint(std.Out, text)
	return err
}

// distinctFiles are the files without those that are named a second time.
func distinctFiles(files []string) []string {
	var all []string
	var seen []os.FileInfo
	for _, name := range files {
		info, err := os.Stat(name)
		if err == nil && slices.ContainsFunc(seen, func(other os.FileInfo) bool { return os.SameFile(info, other) }) {
			continue
		}
		if err == nil {
			seen = append(seen, info)
		}
		all = append(all, name)
	}
	return all
}

// theirs refuses files that all belong to protocols: no format would ever have them.
func (c *configDerive) theirs() error {
	for _, file := range c.Files {
		if t, known, err := workspace.Unsaved(file); err != nil || !known || t.Protocol == workspace.Plan {
			return nil
		}
	}
	t, _, err := workspace.Unsaved(c.Files[0])
	if err != nil {
		return err
	}
	return hinted(fmt.Errorf("%s belongs to %s, and no format would have it", report.Name(c.Files[0]), kindOf(t.Protocol)), "formats are for other files")
}

// derivedFrom reads the files.
func derivedFrom(files []string) ([]*mdcheckpoint.Document, error) {
	var all []*mdcheckpoint.Document
	for _, name := range files {
		text, err := readVersion(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", report.Name(name), err)
		}
		doc, err := mdcheckpoint.Parse(report.Name(name), text)
		if err != nil {
			return nil, err
		}
		all = append(all, doc)
	}
	return all, nil
}

// derivable reports a proposal that a configuration would not take.
func derivable(name, text string) error {
	doc, err := yamldoc.Parse("", text)
	if err != nil {
		return hinted(fmt.Errorf("the entry would not be taken: %w", err), "name fewer files, or files with fewer sections")
	}
	if _, problems := format.ParseFormats(doc.Root.Get("formats"), config.ReservedNames()); len(problems) > 0 {
		return hinted(fmt.Errorf("the entry would not be taken: %s", problems[0].Message), "--name NAME gives it another name")
	}
	return nil
}

// besides is what is to be known of the files besides what the proposal says.
func (c *configDerive) besides(shown string, taken bool, name string) []string {
	var notes []string
	for _, file := range c.Files {
		t, known, err := workspace.Unsaved(file)
		if err == nil && known && t.Protocol != workspace.Plan {
			notes = append(notes, fmt.Sprintf("%s belongs to %s, and stays so: formats are for other files", report.Name(file), kindOf(t.Protocol)))
		}
	}
	if taken {
		notes = append(notes, fmt.Sprintf("%s has a format %q already", shown, name))
	}
	return notes
}

// nameFor is a name for the format of a file.
func nameFor(file string) string {
	base := filepath.Base(file)
	name := schema.Slug(strings.TrimSuffix(base, filepath.Ext(base)))
	if !regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`).MatchString(name) {
		return "notes"
	}
	return name
}

// patternsOf are patterns of the files, relative to base: one for those of one name in
// several directories, one for all Markdown files of a directory, else a path for each.
func patternsOf(base string, files []string) ([]string, error) {
	var names []string
	for _, file := range files {
		abs, err := filepath.Abs(file)
		if err != nil {
			return nil, err
		}
		rel, err := filepath.Rel(base, abs)
		if err != nil || !filepath.IsLocal(rel) {
			return nil, fmt.Errorf("%s lies outside of %s, which the patterns of a configuration are relative to", report.Name(file), shownPath(base))
		}
		if name := filepath.ToSlash(rel); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	if len(names) > 1 {
		if same := func(of func(string) string) bool {
			return !slices.ContainsFunc(names, func(n string) bool { return of(n) != of(names[0]) })
		}; same(path.Base) {
			return []string{path.Join(literal(parentOf(names)), "**", literal(path.Base(names[0])))}, nil
		} else if same(path.Dir) && allMarkdown(filepath.Join(base, filepath.FromSlash(path.Dir(names[0]))), names) {
			return []string{path.Join(literal(path.Dir(names[0])), "*"+path.Ext(names[0]))}, nil
		}
	}
	for i := range names {
		names[i] = literal(names[i])
	}
	return names, nil
}

// literal is a path as a pattern that matches it: what means something in a pattern
// becomes any one character.
func literal(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`[]{}\!^*`, r) {
			return '?'
		}
		return r
	}, name)
}

// parentOf is the nearest directory that all names lie below.
func parentOf(names []string) string {
	parent := path.Dir(names[0])
	for _, name := range names {
		for parent != "." && !strings.HasPrefix(name, parent+"/") {
			parent = path.Dir(parent)
		}
	}
	return parent
}

// allMarkdown reports whether names are all files of dir with the extension that the
// first one has.
func allMarkdown(dir string, names []string) bool {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false
	}
	n := 0
	for _, e := range entries {
		if !e.IsDir() && path.Ext(e.Name()) == path.Ext(names[0]) {
			n++
		}
	}
	return n == len(names)
}
