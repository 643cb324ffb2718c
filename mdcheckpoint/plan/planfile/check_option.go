package planfile

import (
	"strings"

	"mdck/mdcheckpoint/spelling"
)

// options checks what a decision offers.
func (c *checker) options(t *Task) {
	switch n := len(t.Options); {
	case n == 0 && listed(t):
		c.warn(Options, t.Tag, "options of task %d are a list, want <%s id=\"…\"> for each", t.Number, OptionTag)
	case n < 2:
		c.fail(Options, t.Tag, "%s in task %d of type %q, want two or more <%s id=\"…\">", plural(n, "option"), t.Number, t.Type, OptionTag)
	}
	seen := map[string]bool{}
	for i := range t.Options {
		o := &t.Options[i]
		c.option(o)
		if id := strings.ToLower(o.ID); id != "" && seen[id] {
			c.fail(Options, o.Tag, "a second option %q", short(o.ID))
		} else {
			seen[id] = true
		}
	}
	c.resumeIDs(t)
}

// listed reports whether options stand in two lines or more of text.
func listed(t *Task) bool {
	c := t.Child(OptionsTag)
	return c != nil && strings.Contains(c.Text, "\n")
}

func (c *checker) option(o *Option) {
	name := short(o.ID)
	if name == "" {
		name = short(o.Name)
		c.warn(Options, o.Tag, "option %q without an id, want id=\"…\"", name)
	}
	switch {
	case o.Text == "":
		c.fail(Options, o.Span, "option %q is empty", name)
	case o.Pros != "" && o.Cons == "":
		c.fail(Options, o.Span, "option %q has <%s> and no <%s>", name, ProsTag, ConsTag)
	case o.Cons != "" && o.Pros == "":
		c.fail(Options, o.Span, "option %q has <%s> and no <%s>", name, ConsTag, ProsTag)
	}
	if o.marked || strings.Contains(strings.ToLower(o.ID+" "+o.Name), "recommended") {
		c.warn(Options, o.Tag, "option %q is marked as recommended, and all are to be valid", name)
	}
}

// resumeIDs warns of a resume signal that names some of the options.
func (c *checker) resumeIDs(t *Task) {
	const most = 4 << 10 // bytes, of a text that a person types an answer by
	resume := t.Child(ResumeTag)
	if resume == nil || len(resume.Text) > most || len(t.Options) > most/16 {
		return
	}
	named, missing := 0, []string{}
	for i := range t.Options {
		switch id := t.Options[i].ID; {
		case id == "":
		case hasWord(resume.Text, id):
			named++
		default:
			missing = append(missing, id)
		}
	}
	if named > 0 && len(missing) > 0 {
		c.warn(Options, resume.Span, "<%s> names some of the options and not %s", ResumeTag, spelling.List(missing))
	}
}
