package planfile

import (
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/source"
)

// An Option is an option of a decision.
type Option struct {
	ID   string `json:"id"`   // "" if missing
	Name string `json:"name"` // text of <name>, or the text before the first dash or colon
	Pros string `json:"pros"`
	Cons string `json:"cons"`
	Text string `json:"text"` // the whole text, on one line

	Plain  bool        `json:"-"` // the option has no <name>, <pros> and <cons>
	Span   source.Span `json:"-"`
	Tag    source.Span `json:"-"`
	marked bool
}

func (t *Task) readOptions(s *scanResult) {
	for i := range t.Children {
		switch c := &t.Children[i]; c.Name {
		case optionTag:
			t.Options = append(t.Options, s.option(c))
		case optionsTag:
			var cut []source.Span
			for _, o := range s.children(c.Inner) {
				if o.Name == optionTag {
					t.Options = append(t.Options, s.option(&o))
					cut = append(cut, o.Span)
				}
			}
			t.OptionsText = s.content(c.Inner, cut...)
		}
	}
}

func (s *scanResult) option(c *Child) Option {
	const unmarked wordList = "||0|no|false|"
	parts := Task{Children: s.children(c.Inner), Attrs: c.Attrs}
	part := func(tag string) string { return spelling.OneLine(parts.Text(tag)) }
	o := Option{
		ID: parts.value("id", "value", "name"), Name: part(NameTag), Pros: part(prosTag), Cons: part(consTag),
		Text: spelling.OneLine(c.Text), Span: c.Span, Tag: c.Tag,
		marked: !unmarked.has(strings.ToLower(parts.value("recommended"))),
	}
	if o.Plain = o.Name+o.Pros+o.Cons == ""; o.Plain {
		o.Name = plainName(o.Text)
	}
	return o
}

func plainName(text string) string {
	text = strings.NewReplacer(" – ", " - ", " — ", " - ", ": ", " - ").Replace(text)
	name, _, _ := strings.Cut(text, " - ")
	return strings.TrimSpace(name)
}
